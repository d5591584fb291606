"""The soak: a few of its actions on a real window with real workers, and what it complains of."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("it reads /proc", allow_module_level=True)

from tools.soak import Reading, problems, table

ROOT = Path(__file__).parents[2]
CALM = Reading("before", 0, 200_000_000, 20, 0, 2, 0.001, 0.001, 0.05)
READINGS = [
    CALM,
    replace(CALM, when="start", children=3, descriptors=30),
    replace(CALM, when="first tenth", actions=132, children=3, descriptors=30),
    replace(CALM, when="end", actions=1320, children=3, descriptors=30, memory_bytes=215_000_000),
    replace(CALM, when="closed", actions=1320),
]


@pytest.mark.parametrize(
    ("row", "changed", "words"),
    [
        (3, {"memory_bytes": 230_000_000}, "memory grew by 15% after the first tenth"),
        (3, {"cancel_s": 1.5}, "Cancel took 1.5 s"),
        (4, {"children": 1}, "1 child processes are left"),
        (4, {"descriptors": 22}, "2 descriptors are left"),
    ],
)
def test_growth_and_what_is_left_is_told(row: int, changed: dict[str, float], words: str) -> None:
    assert problems(READINGS) == []

    readings = [*READINGS]
    readings[row] = replace(readings[row], **changed)  # type: ignore[arg-type]

    assert problems(readings) == [words]


def test_the_table_has_a_row_for_each_reading() -> None:
    lines = table(READINGS).splitlines()

    assert [line.split()[0] for line in lines] == [
        "when",
        "before",
        "start",
        "first",
        "end",
        "closed",
    ]
    assert lines[4].split() == ["end", "1320", "215.0", "30", "3", "2", "1", "1.0", "50"]


@pytest.mark.slow
def test_a_few_actions_on_a_window_leave_no_process() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.soak", "--actions", "4", "--seed", "3"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )

    assert done.returncode in (0, 1), done.stderr  # of four actions memory says nothing
    closed = next(line.split() for line in done.stdout.splitlines() if "closed" in line)
    assert closed[:2] == ["closed", "4"]
    assert closed[4] == "0"  # children
    assert "descriptors are left" not in done.stdout
