"""A pipeline on the emulator: launches, copies, result, and what breaks it off."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.helpers.pipelines import HEAD, TWICE, ran, readme_example, written


def test_the_pipeline_of_the_readme_is_a_copy_two_launches_and_a_copy_back(tmp_path: Path) -> None:
    result = ran(written(tmp_path, readme_example(), "two_steps.py"))

    assert result.correct is True
    assert result.failure is None
    assert [trace.kernel for trace in result.launches] == ["double", "add_one"]
    assert [(event.kind, event.name, event.nbytes) for event in result.events] == [
        ("h2d", "x", 4000),
        ("kernel", "double", 0),
        ("kernel", "add_one", 0),
        ("d2h", "y", 4000),
    ]
    assert np.array_equal(result.outputs["y"], 2 * result.inputs["x"] + 1)


def test_the_line_of_each_event_is_the_one_that_asks_for_it(tmp_path: Path) -> None:
    text = HEAD + TWICE

    result = ran(written(tmp_path, text))

    lines = [text.splitlines()[(event.line or 0) - 1].strip() for event in result.events]
    assert lines == [line.strip() for line in TWICE.splitlines()[1:]]
