"""Which bytes of memory arrays have in common, in the units in which races are looked for.

Arrays of different types may lie on the same bytes. A unit is small enough that each element of
every array is a whole number of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.memory.arrays import CommonArray
from gpuviz.simt.number_types import smallest_part

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Region:
    """Bytes that belong together: no array reaches across its ends."""

    start: int
    nbytes: int
    unit: int  # bytes

    @property
    def size(self) -> int:
        """Units."""
        return self.nbytes // self.unit

    def parts(self, array: CommonArray) -> int:
        """Units of one element."""
        return array.dtype.itemsize // self.unit

    def units(self, array: CommonArray, flat: Numbers) -> Numbers:
        """The units [n * parts] of the elements `flat` [n], those of an element side by side."""
        parts, before = self.parts(array), (array.address - self.start) // self.unit
        step = array.unit // self.unit
        if parts == step == 1:
            return flat + before if before else flat
        every: Numbers = flat[:, None] * step + (np.arange(parts) + before)
        return every.reshape(-1)

    def element(self, array: CommonArray, unit: int) -> int:
        """The element of an array that a unit belongs to."""
        return (unit * self.unit + self.start - array.address) // array.unit


def regions(arrays: Iterable[CommonArray], written: Set[int], finest: int = 0) -> dict[int, Region]:
    """The region of each array, by address, where one of the addresses `written` lies in it.

    A unit is at most `finest` bytes, 0 for as many as may be.
    """
    found: dict[int, Region] = {}
    for together in _overlapping(arrays):
        if any(array.address in written for array in together):
            region = region_of(together, finest)
            found |= {array.address: region for array in together}
    return found


def region_of(arrays: list[CommonArray], finest: int = 0) -> Region:
    """The least region that has all of some arrays."""
    start = min(array.address for array in arrays)
    end = max(array.address + array.data.shape[-1] * _size(array) for array in arrays)
    gaps = [array.address - start for array in arrays]
    unit = math.gcd(finest, *gaps, *(_smallest(array) for array in arrays))
    return Region(start, end - start, unit)


def _smallest(array: CommonArray) -> int:
    return max(smallest_part(array.dtype), 1)


def _size(array: CommonArray) -> int:
    return max(array.dtype.itemsize, 1)


def _overlapping(arrays: Iterable[CommonArray]) -> list[list[CommonArray]]:
    """The arrays in groups of those that share bytes, directly or through others."""
    groups: list[list[CommonArray]] = []
    end = -1
    for array in sorted(arrays, key=lambda array: array.address):
        if array.address >= end:
            groups.append([])
        groups[-1].append(array)
        end = max(end, array.address + array.data.shape[-1] * _size(array))
    return groups
