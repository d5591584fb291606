"""Which elements in global memory a launch read, wrote, and changed atomically, and where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.memory.arrays import GlobalArray, Layout
from gpuviz.simt.observe.lone_run import LoneRun
from gpuviz.simt.observe.observer import Access, Observer
from gpuviz.trace.source import AccessKind

THREAD_BITS = 34  # of a cell; above them stands the site
LAST_THREAD = (1 << THREAD_BITS) - 1
NOT_TOUCHED = -1
CELL_BYTES = 8


class Toucher(NamedTuple):
    """Who touched an element: a row of the trace's sites, and the lowest thread of the launch."""

    site: int
    thread: int


@dataclass(frozen=True, eq=False, slots=True)
class TouchedCells:
    """The places in a row of memory that were touched in one way.

    Place k lies at the host's address `first` + k * `step` and takes `size` bytes; `cells` has what
    is below 0 where it was not touched, else the toucher that `toucher_of` reads out of it.
    `parameter` is the kernel's argument that it is, or is a part of.
    """

    kind: AccessKind
    first: int
    step: int
    size: int
    cells: NDArray[Any]
    array: Layout
    parameter: str = ""

    @property
    def end(self) -> int:
        """The address behind the last place."""
        return self.first + (len(self.cells) - 1) * self.step + self.size


def toucher_of(cell: int) -> Toucher:
    """What a cell of a launch says."""
    return Toucher(cell >> THREAD_BITS, LAST_THREAD - (cell & LAST_THREAD))


@dataclass(eq=False)
class TouchedElements(Observer):
    """Keeps the last site of each touched element, and the lowest thread there.

    It takes `most_bytes`; what would need more is not kept, and `left_out` then.
    """

    most_bytes: int
    left_out: bool = False
    _kept: dict[tuple[int, AccessKind], TouchedCells] = field(default_factory=dict)

    def access(self, access: Access) -> None:
        """Active lanes access elements of an array."""
        kept = self._cells(access.array, access.kind)
        if kept is None:
            return
        group, mask = access.thread_group, access.mask
        threads = mask.active(group.launch_threads)
        _keep(kept, mask.active(access.flat), threads, access.site)

    def lone_run(self, run: LoneRun) -> Callable[[], None]:
        """One thread accessed elements of arrays."""
        return lambda: self._add_lone_run(run)

    def _add_lone_run(self, run: LoneRun) -> None:
        for at in run.accesses:
            kept = self._cells(at.array, at.kind)
            if kept is not None:
                _keep(kept, at.flat, np.full(len(at.flat), run.thread), at.site)

    def touched(self) -> tuple[TouchedCells, ...]:
        """All that was touched."""
        return tuple(self._kept.values())

    def _cells(self, array: object, kind: AccessKind) -> TouchedCells | None:
        if not isinstance(array, GlobalArray) or array.space != "global":
            return None
        key = array.row, kind
        known = self._kept.get(key)
        if known is None:
            self.most_bytes -= len(array.data) * CELL_BYTES
            if self.most_bytes < 0:
                self.most_bytes, self.left_out = 0, True
                return None
            first = int(array.data.__array_interface__["data"][0])
            cells = np.full(len(array.data), NOT_TOUCHED)
            layout = Layout(array.name, array.shape, array.strides, array.offset)
            whole = (array.whole or array).name
            size = array.dtype.itemsize
            known = TouchedCells(kind, first, array.unit, size, cells, layout, whole)
            self._kept[key] = known
        return known


def _keep(
    kept: TouchedCells, flat: NDArray[np.int64], threads: NDArray[np.int64], site: int
) -> None:
    """Of several lanes at one element the first one counts: it comes last to the assignment."""
    spots, cells = flat[::-1], (site << THREAD_BITS) + LAST_THREAD - threads[::-1]
    kept.cells[spots] = np.maximum(kept.cells[spots], cells)
