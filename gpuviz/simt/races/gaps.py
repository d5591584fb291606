"""Where a barrier is missing: between which places of the source, in one turn of a loop or between
two.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from gpuviz.messages import SourcePlace
from gpuviz.simt.execution.control import ConstructKind, ControlFrame, ControlStack


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A line, or the loop, if or call that it is in, as seen from what is around both accesses."""

    kind: Literal["line"] | ConstructKind
    file: str
    line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class LoopTurns:
    """The innermost loop around two accesses that are in different turns of it."""

    loop: int  # its line
    one: int
    other: int

    @property
    def distance(self) -> int:
        """How many turns are between the two."""
        return abs(self.one - self.other)


@dataclass(frozen=True, slots=True)
class AccessGap:
    """What is between two accesses, in the order of the program; all of it is in one function."""

    after: SourceSpan
    before: SourceSpan
    swapped: bool  # whether the other access comes first in the program
    turns: LoopTurns | None = None  # None: in one turn of every loop around both

    @property
    def is_within_a_line(self) -> bool:
        """Whether both are in one statement, in the same turn: no barrier fits between them."""
        return self.turns is None and self.after.line == self.before.line

    @property
    def is_between_sides(self) -> bool:
        """Whether they are on the two sides of an if."""
        return self.is_within_a_line and self.after.kind == self.before.kind == "if"

    @property
    def is_behind_header(self) -> bool:
        """Whether one is in the header of an if or of a loop, and the other inside."""
        return self.is_within_a_line and self.after.kind == "line" != self.before.kind


def gap(
    one: ControlStack, at: SourcePlace, other: ControlStack, other_at: SourcePlace
) -> AccessGap:
    """What is between an access at `at` and one at `other_at`."""
    for depth, (mine, its) in enumerate(zip_longest(one, other)):
        if mine is None or its is None or mine.construct != its.construct:
            spans = _span(one[depth:], at), _span(other[depth:], other_at)
            return _ordered(*spans, _comes_first(spans[1], spans[0]))
        if mine.turn != its.turn and mine.construct.kind == "if":
            side = _span((mine,), at)
            return AccessGap(side, side, its.turn < mine.turn)
        if mine.turn != its.turn:
            behind = depth + 1
            spans = _span(one[behind:], at), _span(other[behind:], other_at)
            turns = LoopTurns(mine.construct.line, mine.turn, its.turn)
            return _ordered(*spans, its.turn < mine.turn, turns)
    return _ordered(_span((), at), _span((), other_at), other_at.line < at.line)


def _comes_first(one: SourceSpan, other: SourceSpan) -> bool:
    """Whether a place comes before another one: the header before what is inside."""
    if one.line == other.line:
        return one.kind == "line" != other.kind
    return one.line < other.line


def _ordered(
    one: SourceSpan, other: SourceSpan, swapped: bool, turns: LoopTurns | None = None
) -> AccessGap:
    return AccessGap(other, one, True, turns) if swapped else AccessGap(one, other, False, turns)


def _span(inner: tuple[ControlFrame, ...], at: SourcePlace) -> SourceSpan:
    """The outermost of what is around a place."""
    if not inner:
        return SourceSpan("line", at.file, at.line, at.line)
    kind, _, file, line, last_line, _ = inner[0].construct
    return SourceSpan(kind, file, line, last_line)
