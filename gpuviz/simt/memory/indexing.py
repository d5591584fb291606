"""From an index to an element: each dimension is checked on its own, by Numba's rule.

-n..-1 wraps around; anything else outside 0..n-1 is out of bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.memory.arrays import OneArray
from gpuviz.simt.memory.views import WholeArray, identity

SMALL = 1024  # elements: what was found is remembered up to that size, of larger only the last
KNOWN_ELEMENTS = 1 << 19  # of all the small ones
ONE_ROW = (1,)  # strides of an array whose elements lie one behind the other
UNSIGNED: dict[np.dtype[Any], np.dtype[Any]] = {
    np.dtype(f"{kind}{size}"): np.dtype(f"u{size}") for kind in "iu" for size in (1, 2, 4, 8)
}

Known = tuple[Sequence[object], Value]
"""What was indexed, and how, kept so that arrays stay what they are; the elements of that."""


class IndexResolver:
    """Finds the elements that an index names.

    An index that comes again is looked up, but for one of the same numbers for all lanes: its
    arrays are the same ones, since arrays of values are never changed.
    """

    def __init__(self) -> None:
        self._small: dict[tuple[object, ...], Known] = {}
        self._elements = 0  # of the small ones
        self._last: dict[tuple[object, ...], Known] = {}

    def find(
        self, elements: OneArray, index: Sequence[Value], mask: Mask
    ) -> tuple[Value, NDArray[np.bool_] | None]:
        """The flat element of each lane's index, and the active lanes that are out of bounds.

        The latter is None where none is. Lanes that are out of bounds, and inactive ones that
        would be, get the array's first element.
        """
        if len(index) == 1:
            is_one = type(index[0]) is not np.ndarray
            key: tuple[object, ...] = (elements.layout, id(index[0]))
        else:
            is_one = np.ndarray not in map(type, index)
            key = (elements.layout, *map(identity, index))
        if not is_one:
            known = self._small.get(key) or self._last.get(key)
            if known is not None and elements.outside is None:
                return known[1], None
        flat, bad = _locate(elements, index)
        if bad is None:
            if not is_one:
                self._remember(key, ((elements, *index), flat))
            return flat, None
        shape = np.broadcast_shapes(np.shape(bad), mask.lanes.shape)
        lanes = np.broadcast_to(bad & mask.lanes, shape)
        return np.where(bad, elements.root.offset, flat), lanes if lanes.any() else None

    def _remember(self, key: tuple[object, ...], known: Known) -> None:
        if known[1].size > SMALL:
            self._last = {key: known}
            return
        self._elements += known[1].size
        if self._elements > KNOWN_ELEMENTS:
            self._small.clear()
            self._elements = known[1].size
        self._small[key] = known


def _locate(elements: OneArray, index: Sequence[Value]) -> tuple[Value, Value | None]:
    """Elements, and where the index is outside (None: nowhere)."""
    if isinstance(elements, WholeArray) and elements.strides == ONE_ROW and not elements.offset:
        return wrapped(index[0], elements.shape[0])
    flat: Value = None
    bad: Value = elements.outside
    for axis, size, stride in zip(index, elements.shape, elements.strides, strict=True):
        inside, outside = wrapped(axis, size)
        part = inside if isinstance(stride, int) and stride == 1 else inside * stride
        flat = part if flat is None else flat + part
        if outside is not None:
            bad = outside if bad is None else bad | outside
    offset: Value = elements.offset
    if flat is None:
        return offset if isinstance(offset, np.ndarray) else np.int64(offset), bad
    return flat if isinstance(offset, int) and offset == 0 else flat + offset, bad


def wrapped(axis: Value, size: Value) -> tuple[Value, Value | None]:
    """The index within 0..size-1, and where it is outside (None: nowhere)."""
    if isinstance(size, np.ndarray):
        return _wrapped_by_lane(axis, size)
    if not isinstance(axis, np.ndarray):
        number = int(axis)
        if -size <= number < size:
            return np.int64(number + size if number < 0 else number), None
        return np.int64(0), np.bool_(True)
    unsigned = axis.view(UNSIGNED[axis.dtype])  # there negative numbers are large ones
    if np.maximum.reduce(unsigned, axis=None) < size:
        return axis.astype(np.int64, copy=False), None
    return _wrapped_by_lane(axis, size)


def _wrapped_by_lane(axis: Value, size: Value) -> tuple[Value, Value]:
    outside = axis >= size  # a large uint64 is no negative number
    axis = axis.astype(np.int64, copy=False)
    outside = outside | (axis < -size)
    inside = np.where(axis < 0, axis + size, axis)
    return np.where(outside, 0, inside), outside
