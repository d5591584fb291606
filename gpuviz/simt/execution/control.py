"""The control flow around a statement that runs: turns of loops, sides of ifs, calls."""

from __future__ import annotations

from typing import Literal, NamedTuple

ConstructKind = Literal["loop", "if", "call"]


class Construct(NamedTuple):
    """A loop, an if, or a call of a device function, in the source."""

    kind: ConstructKind
    statement: int  # row in the trace
    file: str
    line: int
    last_line: int
    column: int


class ControlFrame(NamedTuple):
    """A loop, an if or a call that is under way."""

    construct: Construct
    turn: int  # of the loop, from 1; of an if 1, its else 2; of a call 0


ControlStack = tuple[ControlFrame, ...]
"""What is under way, the outermost first."""
