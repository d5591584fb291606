"""What a compiled loop is made for, what it is given, and what its tables mean."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gpuviz.simt.compiled.code import Callback, Type
from gpuviz.simt.compiled.layout import Layout, lane_value
from gpuviz.simt.execution.control import Construct
from gpuviz.simt.execution.launch_state import AccessPoint
from gpuviz.simt.numerics.mixed_numbers import MixedNumbers
from gpuviz.trace.source import AccessKind

DEEPEST = 4  # loops within each other
RESULT = -1  # the slot of what a function returns

TURN, STEPS, ACCESSES, ASSIGNMENTS = range(4)  # words of the state: rounds, rows of the tables
CELLS = 4  # the first word of the variables; each has its bits and whether it is set
UNSET, SET_BEFORE, SET = range(3)

STEP, POINT, BITS, LATEST = range(4)
"""Columns of both tables. POINT: the row of `accesses` or `assigned`; LATEST: the step that was
taken last, that of a called function included.
"""
FLAT, BEFORE, UNWRITTEN, CHANGED, TURNS = range(4, 9)  # columns of accesses
ACCESS_WIDTH = TURNS + DEEPEST
ASSIGN_WIDTH = LATEST + 1

POINTERS = (
    *("state", "saved", "inputs", "arrays", "limits"),
    *("steps", "accesses", "assignments", "scratch", "callback"),
)
"""What the code is given. `arrays` are pairs of addresses, see Place. Tables are column by column;
`limits`: steps after which no round begins, those that there is room for, and how long the columns
of accesses and of assignments are.
"""


class Ending(enum.IntEnum):
    """Why the code came back."""

    FULL = 0  # at the header: the tables may not hold another round
    DONE = 1  # the thread left through the header
    BROKEN = 2  # by break
    RETURNED = 3  # the thread left the function
    LEFT_OFF = 4  # within a round


@dataclass(frozen=True, slots=True)
class Entry:
    """The thread at (row, lane) of a group, about to go on with a loop; `rounds` and `items` are
    those of a for loop.
    """

    frame: Any
    row: int
    lane: int
    rounds: Any = None
    items: Any = None

    def value(self, slot: int) -> Any:
        """The thread's variable; a tuple item by item, an array as it is."""
        value = self.frame.variables[slot]
        if isinstance(value, MixedNumbers):
            own = (numbers for numbers, lanes in value.parts if self.of_thread(lanes))
            return self.of_thread(next(own, None))
        if isinstance(value, tuple):
            return tuple(self.of_thread(item) for item in value)
        return self.of_thread(value)

    def of_thread(self, value: Any) -> Any:
        """What the thread has of a value of the group's."""
        return lane_value(value, self.row, self.lane)


Getter = Callable[[Entry], Any]

Key = tuple[int, int]
"""A variable: number of the call, 0 for the function that the loop is in; its slot."""

Types = dict[Key, Type]


@dataclass(frozen=True, slots=True)
class AccessAt:
    """A place where the code accesses memory. `stack`: what it stands in within the loop.

    Each entry has a construct, and its turn or how deep it is among the loops.
    """

    point: AccessPoint
    array: int
    kind: AccessKind
    stack: tuple[tuple[Construct, int, bool], ...]


@dataclass(eq=False)
class LoopCode:
    """The text of a loop, what it takes for granted, and what its tables mean."""

    text: str = ""
    cells: dict[Key, int] = field(default_factory=dict)  # numbers of variables
    entry_types: dict[int, Type | None] = field(default_factory=dict)  # by slot; None: not set
    header_types: Types = field(default_factory=dict)
    result_type: Type | None = None  # of what the function returns within the loop
    inputs: list[tuple[Getter, Type]] = field(default_factory=list)
    arrays: dict[int, Layout] = field(default_factory=dict)  # by slot, in their order
    accesses: list[AccessAt] = field(default_factory=list)
    assigned: list[tuple[int, Type]] = field(default_factory=list)  # variables of the trace
    callbacks: list[Callback] = field(default_factory=list)
    most_accesses: int = 1  # in one step
    most_assignments: int = 1
