"""Whether a while loop with atomics still gets on, or waits for threads that never get their turn.

All threads of a cohort take each step together. When a round of the loop leaves every variable and
all memory as they were, and no thread has left it, all later rounds will be the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gpuviz.messages import Message, NotSupportedError, SourcePlace
from gpuviz.simt.cohort import Mask
from gpuviz.simt.frame import Frame, Machine

WAITING = (
    "the while loop in line {line} does not get on: after {rounds} rounds some threads are still in"
    " it, and what they wait for comes from an atomic operation. Waiting for other threads (a lock,"
    " a flag) is not known to gpuviz yet: here all threads take each step together, so the thread"
    " that is waited for never gets its turn. Let each thread do its part without waiting, for"
    " example with cuda.atomic.add."
)


@dataclass(eq=False)
class Progress:
    """Watches one run of a while loop, from its beginning."""

    machine: Machine
    atomics: int = field(init=False)
    _state: tuple[int, int] = (-1, -1)
    _variables: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.atomics = self.machine.atomics

    @property
    def has_atomics(self) -> bool:
        """Whether the loop has executed an atomic operation so far."""
        return self.machine.atomics > self.atomics

    def stands_still(self, frame: Frame, live: Mask) -> bool:
        """Whether a loop with atomics is where it was a round ago; to be asked once a round."""
        if not self.has_atomics:
            return False
        state = self.machine.memory_changes, live.lane_count
        same = state == self._state and _same(self._variables, frame.variables)
        self._state, self._variables = state, list(frame.variables)
        return same


def waiting(place: SourcePlace, rounds: int) -> NotSupportedError:
    """What a student is told of a loop that waits for other threads."""
    values = {"line": place.line, "rounds": rounds}
    return NotSupportedError(Message("kernel.waits-for-threads", WAITING, values), place)


def _same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, Mask) and isinstance(other, Mask):
        return np.array_equal(one.lanes, other.lanes)
    if not (
        isinstance(one, (np.ndarray, np.generic)) and isinstance(other, (np.ndarray, np.generic))
    ):
        return False
    return (one.shape, one.dtype) == (other.shape, other.dtype) and one.tobytes() == other.tobytes()
