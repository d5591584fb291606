"""Local arrays: every thread has its own copy, and no other thread sees it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.memory.views import WholeArray
from gpuviz.trace.source import Space

LOCAL_LIMIT = 524288  # bytes of a thread: CUDA C++ Programming Guide 13.0, table 27 (512 KB)
WIDEST_ACCESS = 16  # bytes of a thread at once: an array's alignment where none is asked for


class LocalDeclaration(NamedTuple):
    """A place where a local array is declared, in one specialisation of its function."""

    line: int
    column: int
    specialisation: int
    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    alignment: int = WIDEST_ACCESS  # bytes
    level: int = 0  # of a function that calls itself: how deep in other calls its call is

    @property
    def nbytes(self) -> int:
        """Bytes of one thread's copy."""
        return int(np.prod(self.shape, dtype=object)) * self.dtype.itemsize


@dataclass(eq=False)
class LocalArray(WholeArray):
    """A local array of every thread of a thread group.

    `data` and `fresh` have the shape (elements, blocks, lanes): one element of all threads lies
    together, as a statement touches it.
    """

    name: str
    row: int  # in Trace.arrays
    data: NDArray[Any]
    fresh: NDArray[np.bool_]  # elements that their thread did not write yet
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    address: int  # bytes, offset in the thread's local memory
    offset: int = 0
    space: Space = "local"
    parts: dict[str, LocalArray] = field(default_factory=dict)  # fields that were met
    own: NDArray[np.int64] = field(init=False)  # [blocks, lanes] where element 0 lies

    def __post_init__(self) -> None:
        threads = self.data.shape[1:]
        self.own = np.arange(threads[0] * threads[1]).reshape(threads)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of one element."""
        return self.data.dtype

    def forget(self, mask: Mask) -> None:
        """A new call of the function: what its lanes had in the array is gone."""
        np.logical_or(self.fresh, mask.lanes, out=self.fresh)
        for part in self.parts.values():
            part.forget(mask)

    def gather(self, flat: Value) -> Value:
        """The values of the elements `flat` of each thread's own copy."""
        return self._taken(self.data, flat)

    def scatter(self, flat: Value, values: Value, mask: Mask) -> None:
        """Writes to the active threads' own copies."""
        if np.ndim(flat) == 0:
            np.copyto(self.data[flat], values, where=mask.lanes)
            np.copyto(self.fresh[flat], False, where=mask.lanes)
            return
        where = np.broadcast_to(mask.lanes, self.own.shape)
        spots = (flat * self.own.size + self.own)[where]
        chosen = np.broadcast_to(values, where.shape)[where]
        self.data.reshape(-1)[spots] = chosen
        self.fresh.reshape(-1)[spots] = False

    def unwritten(self, flat: Value, mask: Mask) -> NDArray[np.bool_] | None:
        """The active lanes that would read what they did not write, None where there are none."""
        found: NDArray[np.bool_] = self._taken(self.fresh, flat) & mask.lanes
        return found if found.any() else None

    def _taken(self, of: NDArray[Any], flat: Value) -> NDArray[Any]:
        if np.ndim(flat) == 0:
            copy: NDArray[Any] = of[flat].copy()
            return copy
        spots = flat * self.own.size + self.own
        taken: NDArray[Any] = of.reshape(-1).take(spots, mode="clip")
        return taken
