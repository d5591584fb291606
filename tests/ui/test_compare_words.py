"""The table of two compared runs, row by row, worked out by hand."""

from __future__ import annotations

import pytest

from gpuviz.insight.compare import Compared, Unit
from gpuviz.messages import Message
from gpuviz.scene.compare.words import compare_row

WHAT = Message("compare.test", "things")


@pytest.mark.parametrize(
    ("unit", "left", "right", "fewer", "difference", "verdict"),
    [
        ("count", 1000, 1500, True, "+500 (+50 %)", "worse: 1.5 times as much"),
        ("count", 1600, 200, True, "−1 400 (−88 %)", "better: 1/8 of it"),
        ("count", 0, 480, True, "+480", "worse: only on the right"),
        ("count", 480, 0, True, "−480 (−100 %)", "better: only on the left"),
        ("count", 7, 7, True, "0", "the same"),
        ("share", 1.0, 0.9955, False, "−0.45 points", "nearly the same"),
        ("count", 4, 8, None, "+4 (+100 %)", "2 times as much"),
        ("count", None, 8, True, "", "not known"),
        ("share", 0.5, 1.0, False, "+50 points", "better: 2 times as much"),
        ("seconds", 2e-6, 1e-6, True, "−1.0 µs (−50 %)", "better: 1/2 of it"),
    ],
)
def test_a_row_tells_the_difference_and_whether_it_is_better(
    unit: Unit,
    left: float | None,
    right: float | None,
    fewer: bool | None,
    difference: str,
    verdict: str,
) -> None:
    row = compare_row(Compared(WHAT, unit, left, right, fewer), swapped=False)

    assert (row.difference.replace("\u202f", " "), row.verdict) == (difference, verdict)


def test_swapped_runs_change_sides_and_verdicts() -> None:
    found = Compared(WHAT, "count", 1000, 500)

    row = compare_row(found, swapped=True)

    assert (row.left.replace("\u202f", " "), row.right) == ("500", "1 000".replace(" ", "\u202f"))
    assert row.verdict == "worse: 2 times as much"
    assert row.tone == "write"
