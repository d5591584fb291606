"""What one thread did in some rounds of a loop that it ran alone, told in one go."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.execution.control import ControlStack
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup
from gpuviz.simt.memory.arrays import AnyArray
from gpuviz.trace.source import AccessKind

if TYPE_CHECKING:
    from gpuviz.simt.execution.launch_state import AccessPoint

Numbers = NDArray[np.int64]


class AccessesAt(NamedTuple):
    """All accesses of a run at one place of the source, in their order."""

    site: int  # row in the trace
    point: AccessPoint
    kind: AccessKind
    array: AnyArray
    rows: Numbers  # [n] of all accesses of the run
    flat: Numbers  # [n] elements
    values: NDArray[Any]  # [n]
    stack: Callable[[int], ControlStack]  # of the access so far along in these


@dataclass(frozen=True, eq=False)
class LoneRun:
    """Statements that one thread of a group executed, one after the other.

    Steps count through the launch; that before the first belongs to the loop's header, too.
    """

    thread_group: ThreadGroup
    mask: Mask  # of one lane
    row: int  # of the group's blocks
    lane: int
    first_step: int
    statements: NDArray[np.int32]  # [steps]
    accesses: tuple[AccessesAt, ...]
    access_steps: Numbers  # [accesses]
    access_latest: Numbers  # [accesses] the latest step by then, that of a called function included
    assigned_steps: Numbers  # [assignments]
    assigned_latest: Numbers  # [assignments]
    assigned: tuple[tuple[int, Numbers, NDArray[Any]], ...]
    """Variable, rows of the assignments, values."""

    @functools.cached_property
    def thread(self) -> int:
        """Linear in the launch."""
        return int(self.thread_group.launch_threads[self.row, self.lane])

    @property
    def steps(self) -> Numbers:
        """The number of each step."""
        return np.arange(self.first_step, self.first_step + len(self.statements))
