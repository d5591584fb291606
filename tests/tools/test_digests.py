"""What a launch leaves is the same each time, and another kernel leaves something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.digests import compare, digests, read, ways

KERNEL = "tests/corpus/broken/race_who_was_last.py"


def test_equal_launches_leave_equal_members_and_another_schedule_others() -> None:
    options = dict(ways())
    once, again, otherwise = (
        digests(KERNEL, options[way])
        for way in ("lockstep, compiled", "lockstep, compiled", "adversarial, compiled")
    )

    assert once == again
    assert once != otherwise


@pytest.mark.parametrize("name", ["3 in Python", "3 in C"])
def test_random_programs_leave_something(name: str) -> None:
    (way, options), *_ = ways()
    found = digests(name, options)

    assert found["launches"] or "refused" in str(found["end"]), way


def test_what_differs_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = '{"case": "a.py", "way": "lockstep", "launches": [{"steps/block.npy": "%s"}], "end": {}}'
    for name, digest in (("before", 1), ("after", 2)):
        (tmp_path / name).write_text(line % digest)

    before, after = read(tmp_path / "before"), read(tmp_path / "after")

    assert compare(before, before) == 0
    assert compare(before, after) == 1
    assert "a.py, lockstep: launch 0: steps/block.npy\n" in capsys.readouterr().out
