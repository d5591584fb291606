"""The results as CSV: a line for each student, a column for each test."""

from __future__ import annotations

import csv
import re
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
FORMULA = re.compile(r"(^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Where a spreadsheet would take what comes for a formula: at the beginning of a cell, also behind
blanks and in full width; and behind what separates cells where the file is read in another way, as
Excel does by a semicolon in half of Europe.
"""
LONGEST_CELL = 32_000  # characters: Excel takes 32,767, and puts the rest into the next row
PASSED: Mapping[bool | None, EnglishText] = {True: "passed", False: "failed", None: "not reached"}


def write_csv(grades: Sequence[Grade], path: Path) -> None:
    """Writes UTF-8 with a mark at the beginning, which spreadsheets need. Raises OSError."""
    tests = list(dict.fromkeys(test.name for grade in grades for test in grade.tests))
    most = max((grade.most_points for grade in grades), default=0.0)  # of one whose tests ran
    head = ["student", "verdict", "points", "of", "mistakes", "kinds", "first mistake", "launches"]
    with open(path, "w", encoding="utf-8-sig", errors="replace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*head, *map(safe_cell, tests), *FIGURES])
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
    """A cell that no spreadsheet takes for a formula, and that is not too long for one."""
    short = text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}…"
    return FORMULA.sub(r"\1'", short)
