"""Similar mistakes of several students, as one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gpuviz.api.grading.grade import Grade, Mistake

NUMBER = re.compile(r"-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?")
NAME = re.compile(r"(?<=: )[\w./\\-]+\.py\b")


@dataclass(frozen=True, slots=True)
class Gathered:
    """One mistake, as the first made it, and everyone who did."""

    mistake: Mistake
    students: tuple[str, ...]

    @property
    def rule(self) -> str:
        """Its kind."""
        return self.mistake.rule

    @property
    def example(self) -> str:
        """In the words of the first who made it."""
        return self.mistake.text


def gathered(grades: Sequence[Grade]) -> list[Gathered]:
    """Those of most students first; what differs in numbers only is the same mistake."""
    found: dict[tuple[str, str], tuple[Mistake, list[str]]] = {}
    for grade in grades:
        for mistake in grade.mistakes:
            _, students = found.setdefault(_kind(mistake), (mistake, []))
            if grade.student not in students:
                students.append(grade.student)
    made = [Gathered(one, tuple(who)) for one, who in found.values()]
    return sorted(made, key=lambda one: -len(one.students))


def _kind(mistake: Mistake) -> tuple[str, str]:
    return mistake.rule, NUMBER.sub("#", NAME.sub("FILE", mistake.text))
