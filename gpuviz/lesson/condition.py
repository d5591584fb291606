"""Conditions: `fact op value`, joined by `and`; read, checked, and held against what is seen."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gpuviz.launch import parse_dim3
from gpuviz.lesson.facts import FACTS, LessonFact, Value, find_fact, shape_of
from gpuviz.lesson.problem import Problem, problem, unknown
from gpuviz.lesson.seen import ObservedState
from gpuviz.messages import RequestRefused, word

PART = re.compile(r"\s*([\w.\-]+?)\s*(!=|<=|>=|=|<|>|\bin\b)\s*(\"[^\"]*\"|.+?)\s*")
AND = re.compile(r"\s+and\s+(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
RANGE = re.compile(r"(-?[\d_.]*\d)\s*\.\.\s*(-?[\d_.]*\d)")
ORDER: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
FLAGS = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class ConditionPart:
    """One comparison. `value` is of the fact's kind; with the operator `in` it is (low, high)."""

    fact: LessonFact
    sign: str
    value: Value | tuple[float, float]
    text: str  # the value as it stands in the file

    def holds(self, seen: ObservedState) -> bool:
        """Whether it is so now; never while the fact is unknown."""
        found = self.fact.read(seen)
        if found is None:
            return False
        if self.sign == "in":
            return _within(found, self.value)
        if self.sign in ORDER:
            return ORDER[self.sign](found, self.value)
        return self._equals(found) == (self.sign == "=")

    def _equals(self, found: Value) -> bool:
        if isinstance(found, frozenset):
            return self.value in found
        if self.fact.kind == "shape":
            assert isinstance(found, tuple)
            wanted, shape = self.value, shape_of(found)
            assert isinstance(wanted, tuple)
            return shape == wanted or (len(wanted) == 1 and set(shape) == set(wanted) and self._all)
        if self.fact.kind == "text":
            return str(self.value) in str(found)
        if self.fact.kind == "element":
            return str(self.value) == "".join(str(found).split())
        return found == self.value

    @property
    def _all(self) -> bool:
        """Whether one number stands for all: of sizes, not of a grid or a block."""
        return self.fact.name == "size"


def _within(found: Any, limits: Any) -> bool:
    low, high = limits
    return bool(low <= found <= high)


@dataclass(frozen=True, slots=True)
class Condition:
    """All its parts together; without any it never holds."""

    parts: tuple[ConditionPart, ...]
    line: int

    def holds(self, seen: ObservedState) -> bool:
        """Whether all is so now."""
        return bool(self.parts) and all(part.holds(seen) for part in self.parts)


def parse_condition(
    text: str, line: int, called: Callable[[str], str] = str
) -> tuple[Condition, list[Problem]]:
    """The condition and what is wrong with it; parts that are wrong are left out. What operations
    are `called` that a lesson means.
    """
    parts: list[ConditionPart] = []
    problems: list[Problem] = []
    for part in AND.split(text.strip()):
        found = _part(part, line, called)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            parts.append(found)
    return Condition(tuple(parts), line), problems


def _part(text: str, line: int, called: Callable[[str], str]) -> ConditionPart | Problem:
    match = PART.fullmatch(text)
    if match is None:
        template = "`{text}` is no condition: write a fact, a sign and a value, as `block.x = 33`."
        return problem(line, "condition", template, text=text)
    name, sign, value = match.groups()
    fact = find_fact(name)
    if fact is None:
        return unknown(line, "fact", "There is no fact `{name}`.", name, FACTS)
    if fact.kind != "number" and sign not in ("=", "!="):
        template = "`{name}` is compared with = or != only, not with {sign}."
        return problem(line, "sign", template, name=name, sign=sign)
    meant = called(value.strip('"')) if fact.name == "operation" else value
    try:
        return ConditionPart(fact, sign, _value(fact, sign, meant), value)
    except (ValueError, RequestRefused):
        return _wrong_value(fact, sign, value, line)


def _value(fact: LessonFact, sign: str, text: str) -> Value | tuple[float, float]:
    """Raises ValueError or RequestRefused for what is no value of the fact."""
    if sign == "in":
        match = RANGE.fullmatch(text)
        if match is None:
            raise ValueError(text)
        return _number(match[1]), _number(match[2])
    bare = text.strip('"')
    if fact.kind == "number":
        return _number(text)
    if fact.kind == "yes or no":
        if text not in FLAGS:
            raise ValueError(text)
        return FLAGS[text]
    if fact.kind == "shape":
        return shape_of(parse_dim3(text, fact.name)) if fact.name != "size" else _sizes(text)
    if fact.kind == "word" and bare not in fact.values:
        raise ValueError(text)
    return "".join(bare.split()) if fact.kind == "element" else bare


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.replace("x", ",").split(","))


def _number(text: str) -> float:
    return float(text.replace("_", ""))


def _wrong_value(fact: LessonFact, sign: str, text: str, line: int) -> Problem:
    if fact.kind == "word":
        template = "`{fact}` is never `{name}`."
        return unknown(line, "value", template, text.strip('"'), fact.values, fact=fact.name)
    wanted = word("two numbers, as `8..16`") if sign == "in" else _WANTED[fact.kind]
    template = "`{text}` cannot be a value of `{name}`: give {wanted}."
    return problem(line, "value", template, text=text, name=fact.name, wanted=wanted)


_WANTED = {
    "number": word("a number"),
    "yes or no": word("yes or no"),
    "shape": word("whole numbers, as `256` or `32x8`"),
}
