"""The crossing of GPU and CPU in a student's words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from gpuviz.bench.crossing import Crossing, Size, Win, Wins
from gpuviz.bench.sweep_ranges import names_text
from gpuviz.messages import Message
from gpuviz.units import sizes_text

Side = Literal["kernel", "with-copies"]

TEMPLATES: dict[tuple[Side, Wins], str] = {
    ("kernel", "always"): (
        "The kernel alone is faster than the CPU at every size from {names} = {smallest} to"
        " {largest}."
    ),
    ("kernel", "from"): "The kernel alone is faster than the CPU from about {names} = {first}.",
    ("kernel", "until"): (
        "The kernel alone is faster than the CPU only up to about {names} = {last}."
    ),
    ("kernel", "between"): (
        "The kernel alone is faster than the CPU between about {names} = {first} and {last}."
    ),
    ("kernel", "never"): (
        "The kernel alone is never faster than the CPU, up to {names} = {largest}."
    ),
    ("with-copies", "always"): (
        "With its copies the GPU is faster than the CPU at every size from {names} = {smallest} to"
        " {largest}."
    ),
    ("with-copies", "from"): (
        "With its copies the GPU is faster than the CPU from about {names} = {first}."
    ),
    ("with-copies", "until"): (
        "With its copies the GPU is faster than the CPU only up to about {names} = {last}."
    ),
    ("with-copies", "between"): (
        "With its copies the GPU is faster than the CPU between about {names} = {first} and {last}."
    ),
    ("with-copies", "never"): (
        "With its copies the GPU is never faster than the CPU, up to {names} = {largest}."
    ),
}
COPIES_EXCEED_CPU = (
    "With its copies the GPU is never faster than the CPU, up to {names} = {largest}: copying alone"
    " takes longer than all the work on the CPU."
)
NOT_KNOWN = "Whether the GPU is faster is not known: no size has a right result with times of both."
WITHOUT_COPIES = "How long the copies take is not known."
COMPARED = "The CPU is the fastest of one thread, all threads and NumPy, measured on this computer."


def crossing_words(found: Crossing, size_names: Sequence[str]) -> tuple[Message, ...]:
    """What the crossing means, one sentence each; sizes between two points have two figures."""
    if found.kernel.wins == "unknown":
        return (Message("crossing.unknown", NOT_KNOWN),)
    return (
        _sentence("kernel", found.kernel, found, size_names),
        _copies_sentence(found, size_names),
        Message("crossing.compared", COMPARED),
    )


def _copies_sentence(found: Crossing, size_names: Sequence[str]) -> Message:
    if found.with_copies.wins == "unknown":
        return Message("crossing.without-copies", WITHOUT_COPIES)
    sentence = _sentence("with-copies", found.with_copies, found, size_names)
    if found.with_copies.wins == "never" and found.copies_exceed_cpu:
        return Message("crossing.copies-exceed-cpu", COPIES_EXCEED_CPU, sentence.values)
    return sentence


def _sentence(side: Side, win: Win, found: Crossing, size_names: Sequence[str]) -> Message:
    assert found.smallest is not None
    assert found.largest is not None
    bounds = {"first": win.first, "last": win.last}
    values = {name: _about(size) for name, size in bounds.items() if size is not None}
    values |= {
        "names": names_text(size_names, (found.smallest, found.largest)),
        "smallest": _exactly(found.smallest),
        "largest": _exactly(found.largest),
    }
    return Message(f"crossing.{side}-{win.wins}", TEMPLATES[side, win.wins], values)


def _about(size: Size) -> int | str:
    return _exactly([_two_figures(number) for number in size])


def _exactly(size: Sequence[int]) -> int | str:
    """One number where all are the same, else a shape."""
    return size[0] if len(set(size)) == 1 else sizes_text(size)


def _two_figures(number: float) -> int:
    """3217 as 3200: a point between two that were measured is not known better."""
    digits = max(0, math.floor(math.log10(number)) - 1)
    return int(round(number, -digits))
