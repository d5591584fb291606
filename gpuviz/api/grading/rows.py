"""The results as CSV: a line for each student, a column for each test."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from gpuviz.api.grading.grade import Grade
from gpuviz.messages import EnglishText

FIGURES = (
    "warp_steps",
    "divergent_branches",
    "global_load_sectors",
    "global_store_sectors",
    "bank_conflicts",
    "atomic_operations",
)
"""Counters that tell how well a kernel does what it does, summed over all launches."""
ENDS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a cell that a spreadsheet would take for a formula."""
PASSED: Mapping[bool | None, EnglishText] = {True: "passed", False: "failed", None: "not reached"}


def write_csv(grades: Sequence[Grade], path: Path) -> None:
    """Writes UTF-8 with a mark at the beginning, which spreadsheets need. Raises OSError."""
    tests = list(dict.fromkeys(test.name for grade in grades for test in grade.tests))
    most = max((grade.most_points for grade in grades), default=0.0)  # of one whose tests ran
    head = ["student", "verdict", "points", "of", "mistakes", "kinds", "first mistake", "launches"]
    with open(path, "w", encoding="utf-8-sig", errors="replace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*head, *tests, *FIGURES])
        for grade in grades:
            writer.writerow(_row(grade, tests, most))


def _row(grade: Grade, tests: Sequence[str], most: float) -> list[str]:
    passed = {test.name: PASSED[test.passed] for test in grade.tests}
    kinds = dict.fromkeys(mistake.rule for mistake in grade.mistakes)
    cells = [
        grade.student,
        grade.verdict,
        f"{grade.points:g}",
        f"{most:g}",
        str(len(grade.mistakes)),
        " ".join(kinds),
        grade.mistakes[0].text if grade.mistakes else "",
        str(grade.launches),
        *(passed.get(name, PASSED[None]) for name in tests),
        *(str(grade.figures.get(name, 0)) for name in FIGURES),
    ]
    return [safe_cell(cell) for cell in cells]


def safe_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(ENDS_A_FORMULA) else text
