"""Whether the sentences of a recording can be said: with values that it has, and not too long."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from typing import Any

import numpy as np

from gpuviz.messages import Message, shortened, word
from gpuviz.trace.trace import Trace

LONGEST_SENTENCE = 20_000  # letters
DEEPEST = 60  # sentences in each other: a list of names is one for each name
FORMAT = re.compile(r"[,_]?(\.\d)?[a-z%]?")
"""Of a number in a sentence; a width could ask for a text without end."""
CONVERSIONS = (None, "r", "s")
LONGEST_CONSTANT = 200_000  # letters: an enumeration may have thousands of members
LONGEST_NUMBER = 400  # letters: the largest float in full
LARGEST_INTEGER = 10**60


class Unsayable(ValueError):
    """A sentence lacks its values, or does not come to an end."""


def sentences(trace: Trace) -> Iterator[Message]:
    """Those that cannot be said, a clause each."""
    for message in _all_of(trace):
        try:
            letters = _letters(message, 0)
            said = message.text if letters <= LONGEST_SENTENCE else ""
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            yield word(
                "the sentence {sentence} lacks its values",
                sentence=f"{shortened(message.template)!r}",
            )
        else:
            if not isinstance(said, str) or letters > LONGEST_SENTENCE:
                yield word(
                    "the sentence {sentence} is too long to be said",
                    sentence=f"{shortened(message.template)!r}",
                )


def constants(trace: Trace) -> Iterator[Message]:
    """Arguments and captured values that are no plain ones, or too long to be shown."""
    captured = (c.value for f in trace.functions for c in f.captured.values() if c.kind != "array")
    for value in (*trace.scalars.values(), *captured):
        try:
            fits = _letters_of(value, 0) <= LONGEST_CONSTANT and not isinstance(value, Message)
        except Unsayable:
            fits = False
        if not fits:
            yield word("{value} is no argument and no constant of a kernel", value=f"{value!r:.40}")


def _all_of(trace: Trace) -> Iterator[Message]:
    if trace.failure is not None:
        yield trace.failure
    yield from trace.notes
    for hazard in trace.hazards:
        yield from (m for m in (hazard.message, hazard.what, hazard.repair) if m is not None)
    yield from trace.times.disturbances if trace.times else ()
    yield from trace.prediction.assumptions if trace.prediction else ()


def _letters(message: Message, depth: int) -> int:
    """At most so many letters has the sentence; found without saying it. Raises Unsayable."""
    if depth > DEEPEST:
        raise Unsayable
    values = {name: _letters_of(value, depth) for name, value in message.values.items()}
    letters = len(message.code)
    for literal, name, form, conversion in string.Formatter().parse(message.template):
        letters += len(literal)
        if name is not None:
            if name not in values or not name.isidentifier() or conversion not in CONVERSIONS:
                raise Unsayable
            if not FORMAT.fullmatch(form or ""):
                raise Unsayable
            letters += values[name]
    return letters


def _letters_of(value: Any, depth: int) -> int:
    if isinstance(value, Message):
        return _letters(value, depth + 1)
    if isinstance(value, str):
        return len(value)
    if isinstance(value, int):
        if abs(value) > LARGEST_INTEGER:
            raise Unsayable
        return 20 + 2 * value.bit_length()
    if value is None or isinstance(value, (float, complex)):
        return LONGEST_NUMBER
    if isinstance(value, (np.generic, np.dtype)):
        return len(str(value))
    if isinstance(value, tuple) and depth < DEEPEST:
        return 2 + sum(2 + _letters_of(item, depth + 1) for item in value)
    if isinstance(value, dict) and depth < DEEPEST:
        return sum(len(name) + _letters_of(item, depth + 1) for name, item in value.items())
    raise Unsayable
