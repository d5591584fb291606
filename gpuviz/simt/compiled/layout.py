"""Arrays as one thread sees them: where its elements lie in this process's memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.compiled.registers import NotCompilable
from gpuviz.simt.memory.arrays import GlobalArray, SharedArray
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.memory.views import PerLaneArray, View

Root = GlobalArray | SharedArray | LocalArray


@dataclass(frozen=True, slots=True)
class Layout:
    """What the code of a loop knows of an array; it holds for other arrays with the same layout."""

    space: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    strides: tuple[int, ...]  # in elements of the array's memory
    offset: int
    scale: int  # elements of `data` from one element of the array's memory to the next
    tells_unwritten: bool  # whether it is known which elements nobody wrote


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a thread's elements lie: element 0 of the array's memory, and its mark of `fresh`."""

    root: Root
    layout: Layout
    cells: NDArray[Any]
    unwritten: NDArray[np.bool_] | None  # None: nothing is known of that
    start: int  # of the thread's elements in both

    @property
    def data(self) -> int:
        """The address of the first element."""
        return int(self.cells.ctypes.data) + self.start * self.cells.itemsize

    @property
    def fresh(self) -> int:
        """The address of its mark, 0 where there is none."""
        return 0 if self.unwritten is None else int(self.unwritten.ctypes.data) + self.start

    def put_back(
        self, flat: NDArray[np.int64], bits: NDArray[np.int64], unwritten: NDArray[np.int64]
    ) -> None:
        """Elements as they were before stores."""
        at = self.start + flat * self.layout.scale
        self.cells[at] = bits.astype(f"u{self.cells.itemsize}").view(self.cells.dtype)
        if self.unwritten is not None:
            self.unwritten[at] = unwritten


def place_of(elements: Any, row: int, lane: int) -> Place:
    """An array, or a part of one, as the thread at (row, lane) of the group has it.

    Raises NotCompilable for arrays of records, parts of complex numbers and other rare ones.
    """
    if isinstance(elements, PerLaneArray):
        own = (part for lanes, part in elements.parts if lane_value(lanes, row, lane))
        elements = next(own, None)
    root = elements.root if isinstance(elements, View) else elements
    if not isinstance(root, Root) or not _is_whole(root):
        raise NotCompilable("an array of records, or several arrays")
    if root.dtype.kind not in "biuf" or elements.outside is not None:
        raise NotCompilable("elements that are no plain numbers")
    if root.space != "local" and root.address % root.dtype.itemsize:
        raise NotCompilable("elements that are not aligned")
    if not root.data.flags.c_contiguous or not root.data.flags.aligned:
        raise NotCompilable("memory with gaps")
    cells, fresh, start, scale = _memory(root, row, lane)
    layout = Layout(
        root.space,
        root.dtype,
        tuple(_number(size, row, lane) for size in elements.shape),
        tuple(_number(stride, row, lane) for stride in elements.strides),
        _number(elements.offset, row, lane),
        scale,
        fresh is not None,
    )
    return Place(root, layout, cells, fresh, start)


def _is_whole(root: Root) -> bool:
    """Whether its elements lie side by side, and are no parts of other elements."""
    return isinstance(root, LocalArray) or (root.step == 0 and root.whole is None)


def _memory(
    root: Root, row: int, lane: int
) -> tuple[NDArray[Any], NDArray[np.bool_] | None, int, int]:
    """All elements, what nobody wrote of them, where the thread's begin, and their distance."""
    if isinstance(root, LocalArray):
        start = int(root.own[row, lane])
        return root.data.reshape(-1), root.fresh.reshape(-1), start, root.own.size
    if isinstance(root, SharedArray):
        fresh = None if root.all_written else root.fresh_cells
        if fresh is not None and fresh.itemsize > 1:
            raise NotCompilable("elements whose bytes are marked one by one")
        return root.cells, fresh, row * root.data.shape[1], 1
    return root.cells, root.fresh, 0, 1


def lane_value(value: Any, row: int, lane: int) -> Any:
    """A value of the thread at (row, lane), as a NumPy scalar."""
    if not isinstance(value, np.ndarray):
        return value
    if value.ndim < 2:
        return value[()]
    return value[row if len(value) > 1 else 0, lane if value.shape[1] > 1 else 0]


def _number(value: Any, row: int, lane: int) -> int:
    return int(lane_value(value, row, lane))
