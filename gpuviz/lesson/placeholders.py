"""Figures in a text that the launch on the stage gives: `{kernel_us}` is shown as "46 µs"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gpuviz.lesson.facts import FACTS, find_fact
from gpuviz.lesson.problem import Problem, unknown
from gpuviz.lesson.seen import ObservedState
from gpuviz.units import figures, seconds, whole

PLACEHOLDER = re.compile(r"`[^`]*`|\{(\w[\w.\-]*)\}")  # braces in code stand for themselves
OF_OPERATION = "size.NAME"
NUMBERS = tuple(
    name for name, fact in FACTS.items() if fact.kind == "number" and name != OF_OPERATION
)
"""The facts that a text may name."""
MICROSECONDS = "_us"  # how the names of times end
NOT_KNOWN = "…"

Found = Mapping[str, float]
"""The numbers that are known, by the names of their facts."""


def placeholders(text: str) -> tuple[str, ...]:
    """The names between braces, in their order."""
    return tuple(match[1] for match in PLACEHOLDER.finditer(text) if match[1])


def check_placeholders(line: int, text: str) -> Iterator[Problem]:
    """Those of a text that name no number."""
    for name in placeholders(text):
        if name not in NUMBERS:
            template = "No number is called `{name}` (braces of your own stand in `code`)."
            yield unknown(line, "placeholder", template, name, NUMBERS)


def found_in(text: str, seen: ObservedState) -> Found:
    """What the names of a text stand for now; those that are not known are left out."""
    read = {name: _number(name, seen) for name in placeholders(text)}
    return {name: number for name, number in read.items() if number is not None}


def filled_in(text: str, found: Found) -> str:
    """The text with figures for its placeholders."""
    return PLACEHOLDER.sub(lambda match: _shown(match, found), text)


def _number(name: str, seen: ObservedState) -> float | None:
    fact = find_fact(name)
    number = None if fact is None else fact.read(seen)
    return number if isinstance(number, int | float) else None


def _shown(match: re.Match[str], found: Found) -> str:
    name = match[1]
    return match[0] if name is None else _figure(name, found.get(name))


def _figure(name: str, number: float | None) -> str:
    """A time with its unit, any other number alone."""
    if number is None:
        return NOT_KNOWN
    if name.endswith(MICROSECONDS):
        return seconds(number * 1e-6)
    return whole(number) if isinstance(number, int) else figures(number)
