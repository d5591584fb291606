"""A step of a lesson that is answered by code: by a puzzle that is solved."""

from __future__ import annotations

from gpuviz.lesson.condition import Condition, ConditionPart
from gpuviz.lesson.facts import FACTS
from gpuviz.lesson.problem import Problem, unknown
from gpuviz.lesson.puzzle import puzzle_key, puzzle_names


def solved_puzzle(name: str, line: int, problems: list[Problem]) -> Condition | None:
    """The condition that a puzzle is solved; None where none is named. Problems are noted."""
    if not name:
        return None
    if name not in puzzle_names():
        template = "There is no puzzle `{name}`."
        problems.append(unknown(line, "puzzle", template, name, puzzle_names()))
        return Condition((), line)
    key = puzzle_key(name)
    return Condition((ConditionPart(FACTS["solved"], "=", key, key),), line)
