"""Kernels in CUDA C with a hazard each, and others without one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.corpus_c.running import files_in, ran

EXPECTED = re.compile(r"^// expected: (.+)$", re.MULTILINE)
MARK = "// <-"


@pytest.mark.parametrize("path", files_in("broken"), ids=lambda path: path.stem)
def test_the_hazard_of_a_broken_kernel_is_found_in_its_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = EXPECTED.search(text)
    assert expected is not None
    kinds = {part.split()[0] for part in expected[1].split(", ")}
    lines = {row for row, line in enumerate(text.splitlines(), 1) if MARK in line}
    trace, _, _ = ran(path)
    assert {hazard.kind for hazard in trace.hazards} == kinds
    assert {hazard.line for hazard in trace.hazards} <= lines


@pytest.mark.slow
@pytest.mark.parametrize("path", files_in("correct"), ids=lambda path: path.stem)
def test_a_correct_kernel_has_no_hazard(path: Path) -> None:
    trace, _, _ = ran(path)
    assert [hazard.message.text for hazard in trace.hazards] == []
    assert trace.failure is None
