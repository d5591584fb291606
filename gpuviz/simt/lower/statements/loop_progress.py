"""Whether a while loop gets on, or only waits: for other threads, or for nothing at all.

Where a round leaves all memory, the lanes in the loop and the variables that matter as they were
at an earlier one, the next rounds will do the same until another thread changes something. In
lockstep a round is compared with the one before it at twice as many rounds each time, and once a
second; where units take turns, every round is. Now and then it is also compared with the last that
was looked at so, for loops that come back to the same state in several rounds.
"""

from __future__ import annotations

import ast
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.lower.expressions.iterators import LaneIterator
from gpuviz.simt.lower.expressions.optional import OptionalArray
from gpuviz.simt.memory.views import PerLaneArray, View

FIRST_LOOK = 4  # rounds before the first look
LOOK_SECONDS = 1.0  # after which there is another one at the latest
NOW_AND_THEN = 16  # rounds, between which most loops are left alone


@dataclass(slots=True, eq=False)
class Round:
    """What a loop was like at its header."""

    memory: int
    lanes: int
    reads: int
    variables: list[Any]


@dataclass(slots=True, eq=False)
class LoopProgress:
    """Watches one run of a while loop, from its beginning."""

    frame: CallFrame
    slots: list[int]  # of the variables that matter
    rounds: int = 0
    reads: bool = False  # whether the rounds that were compared read what others may change
    lasts: bool = False  # whether it was looked at because a second had passed
    _before: Round | None = None  # the round before, where this one is compared with it
    _kept: Round | None = None  # the last one at which there was a look
    _kept_at: int = 0  # after how many rounds
    _looked: float = field(default_factory=time.monotonic)

    def stands_still(self, live: Mask) -> bool:
        """Whether the lanes in the loop only wait; to be asked once a round, at its header."""
        self.rounds += 1
        looks = self._looks_now()
        before, self._before = self._before, None
        kept = None if self.rounds % NOW_AND_THEN else self._kept
        context = self.frame.context
        context.compares_stores = False
        if before is None and kept is None and not looks:
            return False
        now = self._round(live)
        if looks:
            self._kept, self._kept_at, self._looked = now, self.rounds, time.monotonic()
        if looks or (before is not None and context.unit is not None):
            self._before, context.compares_stores = now, True
        return any(self._stand(earlier, now) for earlier in (before, kept) if earlier is not None)

    def stands_after(self, rounds: int, live: Mask) -> bool:
        """The same after rounds that nobody looked at one by one; so many there were by now."""
        self.rounds, self._before = rounds, None
        now, kept = self._round(live), self._kept
        self.lasts = time.monotonic() - self._looked > LOOK_SECONDS
        if self.lasts:
            self._looked = time.monotonic()
        stands = kept is not None and self._stand(kept, now)
        if kept is None or rounds >= 2 * self._kept_at:
            self._kept, self._kept_at = now, rounds
        return stands

    def close(self) -> None:
        """The loop is over."""
        self.frame.context.compares_stores = False

    def _looks_now(self) -> bool:
        self.lasts = False
        if self.rounds < FIRST_LOOK:
            return False
        if self.rounds % NOW_AND_THEN == 0:
            self.lasts = time.monotonic() - self._looked > LOOK_SECONDS
        return self.lasts or self.rounds & (self.rounds - 1) == 0

    def _round(self, live: Mask) -> Round:
        launch_state = self.frame.context.launch_state
        variables = [_state(self.frame.variables[slot]) for slot in self.slots]
        return Round(launch_state.memory_changes, live.lane_count, launch_state.reads, variables)

    def _stand(self, before: Round, now: Round) -> bool:
        self.reads = now.reads > before.reads
        same = (before.memory, before.lanes) == (now.memory, now.lanes)
        return same and _same(before.variables, now.variables)


def mattering_names(loop: ast.While) -> set[str]:
    """The variables that may decide what a loop does: not those that it only counts."""
    counted: list[tuple[str, set[str]]] = []
    names = _names(loop.test)
    for statement in _statements(loop.body):
        target = _counts(statement)
        if target is None:
            names |= {name for part in _own(statement) for name in _names(part)}
        else:
            counted.append((target, _names(statement)))
    for _ in counted:
        for target, needed in counted:
            names |= needed if target in names else set()
    return names


def _counts(statement: ast.stmt) -> str | None:
    """The variable that a statement changes, if it does nothing else and reads no memory."""
    if isinstance(statement, ast.AugAssign):
        target: ast.expr = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    else:
        return None
    acting = (ast.Call, ast.Subscript, ast.NamedExpr)
    acts = any(isinstance(part, acting) for part in ast.walk(statement))
    return target.id if isinstance(target, ast.Name) and not acts else None


def _statements(body: list[ast.stmt]) -> list[ast.stmt]:
    return [part for top in body for part in ast.walk(top) if isinstance(part, ast.stmt)]


def _own(statement: ast.stmt) -> list[ast.expr]:
    """The expressions of a statement itself, without those of the statements inside it."""
    return [part for part in ast.iter_child_nodes(statement) if isinstance(part, ast.expr)]


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _state(value: Any) -> Any:
    """What of a variable's value a loop may change: of an array what is looked at."""
    if isinstance(value, PerLaneArray):
        return tuple((lanes, _state(part)) for lanes, part in value.parts)
    if isinstance(value, View):
        return value.array, *map(np.asarray, (value.offset, *value.shape, *value.strides))
    if isinstance(value, (tuple, OptionalArray)):
        return tuple(map(_state, value))
    return value.position if isinstance(value, LaneIterator) else value


def _same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if not (
        isinstance(one, (np.ndarray, np.generic)) and isinstance(other, (np.ndarray, np.generic))
    ):
        return False
    if (one.shape, one.dtype) != (other.shape, other.dtype):
        return False
    return one.tobytes() == other.tobytes()
