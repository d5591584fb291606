"""Arrays as kernels see them: global memory, and the shared memory of the blocks of a thread group.

What an index names is found in `locating`; a lane that is out of bounds reads 0, writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from gpuviz.simt.execution.thread_group import Mask, Value, spread
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.memory.unwritten_bytes import UnwrittenBytes
from gpuviz.simt.memory.views import PerLaneArray, View, WholeArray
from gpuviz.trace.source import Space

ADDRESS_STEP = 256  # bytes; allocations start on such a boundary (Best Practices Guide 10.2.1)
LAST_WRITER_LIMIT = 1 << 22  # elements; larger arrays keep no last writer


@dataclass(eq=False)
class GlobalArray(WholeArray):
    """An array in global memory: its elements are some of those of `data`, a flat buffer.

    Its first element is number `offset`, strides count in elements; other arrays may share `data`.
    """

    name: str
    row: int  # in Trace.arrays
    data: NDArray[Any]
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    address: int  # bytes, of data[0]
    offset: int = 0
    written: bool = False
    writer: NDArray[np.int64] | None = None
    fresh: NDArray[np.bool_] | None = None  # elements that nobody wrote yet; None: there are none
    space: Space = "global"
    step: int = 0  # bytes from one place in `data` to the next where that is not an element's size
    whole: GlobalArray | None = None  # the array of records of which it is a field
    parts: dict[str, GlobalArray] = field(default_factory=dict)  # fields that were met

    @property
    def unit(self) -> int:
        """Bytes from one place in `data` to the next."""
        return self.step or self.data.itemsize

    def settle(self) -> None:
        """A record counts as written where a field of it was."""
        for part in self.parts.values():
            part.settle()
            if self.fresh is not None and part.fresh is not None:
                self.fresh &= part.fresh.reshape(len(self.fresh), -1).all(axis=1)

    @property
    def was_written(self) -> bool:
        """Whether the launch wrote into it, be it into a field."""
        return self.written or any(part.was_written for part in self.parts.values())

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of one element."""
        return self.data.dtype

    @property
    def c_order(self) -> bool:
        """Whether the flat offset in `data` is the element's number in C order."""
        return self.offset == 0 and self.strides == c_strides(self.shape)

    @property
    def cells(self) -> NDArray[Any]:
        """All elements in one row, where they lie."""
        return self.data

    @property
    def fresh_cells(self) -> NDArray[np.bool_]:
        """Whether nobody wrote them yet; only where that is known."""
        assert self.fresh is not None
        return self.fresh

    def in_shape(self, kept: NDArray[Any]) -> NDArray[Any]:
        """A copy of what is kept of each element of `data`, in the array's shape."""
        steps = tuple(stride * kept.itemsize for stride in self.strides)
        return as_strided(kept[self.offset :], self.shape, steps).copy()

    def spots(self, flat: Value, mask: Mask) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """The active lanes, shape (blocks, lanes), and their places in `cells` in linear order."""
        return _spots(flat, mask)

    def gather(self, flat: Value) -> Value:
        """The values of the elements `flat`, in its shape."""
        if self.data.size == 0:
            return np.zeros(np.shape(flat), self.dtype)  # no lane may read it
        if np.ndim(flat) == 0:
            return self.data[flat]
        if self.data.flags.c_contiguous:
            return self.data.take(flat, mode="clip")
        return self.data[np.clip(flat, 0, self.data.size - 1)]  # take would copy all of it

    def scatter(self, flat: Value, values: Value, mask: Mask) -> None:
        """Writes `values` to the elements `flat` of the active lanes; the last lane wins."""
        self.written = True
        if mask.whole and np.shape(flat) == (mask.blocks, mask.lanes.shape[1]):
            self.data[flat] = values
            if self.fresh is not None:
                self.fresh[flat] = False
            return
        spots = mask.active(flat)
        self.data[spots] = _active(values, mask)
        if self.fresh is not None:
            self.fresh[spots] = False

    def unwritten(self, flat: Value, mask: Mask) -> NDArray[np.bool_] | None:
        """The active lanes that would read what nobody wrote, None where there are none."""
        if self.fresh is None:
            return None
        found: NDArray[np.bool_] = self.fresh[flat] & mask.lanes
        return found if found.any() else None

    def note_writers(self, flat: Value, mask: Mask, threads: NDArray[np.int64]) -> None:
        """Keeps which thread of the launch wrote each element last."""
        if self.writer is not None:
            self.writer[mask.active(flat)] = mask.active(threads)


@dataclass(eq=False)
class SharedArray(WholeArray):
    """A shared array of every block of a thread group; `data`: (blocks, elements).

    `fresh` has a row for each block, or one row as long as all blocks have written the same ones.
    """

    name: str
    row: int
    data: NDArray[Any]
    fresh: NDArray[Any]  # bool, elements that nobody wrote yet; of bytes: see unwritten_bytes
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    address: int  # bytes, offset in the block's shared memory
    offset: int = 0
    all_written: bool = False
    written: bool = False
    space: Space = "shared"
    step: int = 0
    whole: SharedArray | None = None
    parts: dict[str, SharedArray] = field(default_factory=dict)
    unwritten_bytes: UnwrittenBytes | None = None  # where arrays of other types share the memory
    rows: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.rows = (np.arange(len(self.data)) * self.data.shape[1])[:, None]

    @property
    def c_order(self) -> bool:
        """Whether the place in `data` is the element's number in C order."""
        return self.offset == 0 and self.strides == c_strides(self.shape)

    @property
    def unit(self) -> int:
        """Bytes from one place in `data` to the next."""
        return self.step or self.data.itemsize

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of one element."""
        return self.data.dtype

    @property
    def cells(self) -> NDArray[Any]:
        """The elements of all blocks in one row, where they lie."""
        return self.data.reshape(-1)

    @property
    def fresh_cells(self) -> NDArray[Any]:
        """Whether nobody wrote them yet; not 0 where nobody did."""
        if len(self.fresh) < len(self.data):
            if self.unwritten_bytes is not None:
                self.unwritten_bytes.tell_blocks_apart()
            else:
                self.fresh = np.repeat(self.fresh, len(self.data), axis=0)
        return self.fresh.reshape(-1)

    def spots(self, flat: Value, mask: Mask) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """The active lanes, shape (blocks, lanes), and their places in `cells` in linear order."""
        return _spots(flat + self.rows, mask)

    def gather(self, flat: Value) -> Value:
        """The values of the elements `flat` of each block's own copy."""
        return _gather_rows(self.data, flat, self.rows)

    def scatter(self, flat: Value, values: Value, mask: Mask) -> None:
        """Writes to each block's own copy."""
        if np.ndim(flat) == 2 and len(flat) == len(mask.lanes) == 1:
            lanes = mask.lanes[0]
            chosen = _run(spread(flat, mask.lanes.shape)[0][lanes])
            self.data[:, chosen] = values if np.ndim(values) == 0 else _columns(values, mask)
            self.fresh[:, chosen] = False
            return
        spots = mask.active(flat + self.rows)
        self.cells[spots] = _active(values, mask)
        self.fresh_cells[spots] = False

    def unwritten(self, flat: Value, mask: Mask) -> NDArray[np.bool_] | None:
        """The active lanes that would read what nobody wrote, None where there are none."""
        if self.all_written:
            return None
        of_bytes = self.unwritten_bytes
        self.all_written = not self.fresh.any() if of_bytes is None else of_bytes.none_left
        if self.all_written:
            return None
        alike = len(self.fresh) < len(self.data)
        fresh = self.fresh[0, flat] if alike else _gather_rows(self.fresh, flat, self.rows)
        found = (fresh if of_bytes is None else fresh != 0) & mask.lanes
        return found if found.any() else None


CommonArray = GlobalArray | SharedArray
"""What threads have in common: only there do atomics make sense."""

AnyArray = CommonArray | LocalArray

OneArray = AnyArray | View
"""An array, or a part of one."""

Elements = OneArray | PerLaneArray
"""What has elements: where lanes differ, not all from one array."""


class Layout(NamedTuple):
    """What is left to say of an array whose memory is not kept."""

    name: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int


def index_of(array: AnyArray | Layout, flat: int) -> tuple[int, ...]:
    """The index, by dimension, of the element that lies at `flat` in the array's memory."""
    return tuple(int(axis) for axis in axes_of(array, flat))


def axes_of(array: AnyArray | Layout, flat: Value) -> list[Value]:
    """The same for many elements: their index in each dimension."""
    index: list[Value] = [0] * len(array.shape)
    steps = [(n - 1) * s for n, s in zip(array.shape, array.strides, strict=True)]
    left = flat - array.offset - sum(step for step in steps if step < 0)
    for axis in sorted(range(len(index)), key=lambda axis: -abs(array.strides[axis])):
        size, stride = array.shape[axis], array.strides[axis]
        if size > 1 and stride:
            index[axis], left = left // abs(stride), left % abs(stride)
            index[axis] = index[axis] if stride > 0 else size - 1 - index[axis]
    return index


def c_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides in elements of a C-contiguous array."""
    strides: list[int] = []
    step = 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= size
    return tuple(strides)


def _spots(flat: Value, mask: Mask) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    return spread(mask.lanes, (mask.blocks, mask.lanes.shape[1])), mask.active(flat)


def _run(columns: NDArray[np.int64]) -> slice | NDArray[np.int64]:
    """The same columns, as a slice where each is the next one: that is quicker."""
    first, count = int(columns[0]), len(columns)
    if int(columns[-1]) - first == count - 1 and (columns[1:] - columns[:-1] == 1).all():
        return slice(first, first + count)
    return columns


def _gather_rows(data: NDArray[Any], flat: Value, rows: NDArray[np.int64]) -> Value:
    if np.ndim(flat) == 0:
        return data[:, flat, None].copy() if len(data) > 1 else data[0, flat]
    if len(flat) == 1:
        columns = _run(flat[0])
        if isinstance(columns, slice):
            return data[:, columns].copy()
        if data.flags.c_contiguous:
            return data.take(columns, axis=1, mode="clip")
        return data[:, np.clip(columns, 0, data.shape[1] - 1)]
    if data.flags.c_contiguous:
        return data.reshape(-1).take(flat + rows, mode="clip")
    return data.reshape(-1)[np.clip(flat + rows, 0, data.size - 1)]  # take would copy all of it


def _columns(values: NDArray[Any], mask: Mask) -> NDArray[Any]:
    return values if values.shape[1] == 1 or mask.whole else values[:, mask.lanes[0]]


def _active(values: Value, mask: Mask) -> Value:
    return values if np.ndim(values) == 0 else mask.active(values)
