"""What a function of a submission gave: whether it depends on its kernels, and whether a kernel
wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.api.apart.messages import Launched
from gpuviz.cuda.arrays import DeviceArray

MOST_KEPT = 1 << 28  # bytes of what launches wrote in a test


class Written:
    """What the launches of host code wrote in a test."""

    def __init__(self) -> None:
        self._contents: list[bytes] = []
        self._bytes = 0

    def add(self, made: Launched) -> None:
        """One launch more."""
        contents = [one.content for one in made.written.memories]
        self._bytes += sum(map(len, contents))
        if self._bytes <= MOST_KEPT:
            self._contents += [one.tobytes() for one in contents]

    def holds(self, given: Sequence[Any], passed: Sequence[Any]) -> bool:
        """Whether a launch wrote each of these arrays: its bytes stand somewhere in one go, row by
        row or column by column. What was passed and came back is not asked about, and nothing
        where launches wrote more than is kept.
        """
        value, *in_place = given
        arrays = [one for one in arrays_of(value) if not any(one is other for other in passed)]
        arrays += arrays_of(in_place)
        return self._bytes > MOST_KEPT or all(map(self._holds, arrays))

    def _holds(self, array: NDArray[Any]) -> bool:
        orders = array.tobytes(), array.T.tobytes()
        return any(one in kept for kept in self._contents for one in orders)


def arrays_of(value: Any) -> Iterator[NDArray[Any]]:
    """The arrays of more than one element that it is or holds."""
    if isinstance(value, DeviceArray):
        value = value.data
    if isinstance(value, np.ndarray):
        if value.size > 1:
            yield value
    elif isinstance(value, (list, tuple, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from arrays_of(one)


def copied(value: Any) -> Any:
    """What an array holds; None for all else."""
    data = value.data if isinstance(value, DeviceArray) else value
    return data.copy() if isinstance(data, np.ndarray) else None


def changed(before: Sequence[Any], now: Sequence[Any]) -> list[Any]:
    """Arrays that are not what they were, None for the others."""
    pairs = zip(before, now, strict=False)
    return [None if old is None or is_same(old, new) else new for old, new in pairs]


def is_result(value: Any) -> bool:
    """Whether something was computed: numbers, arrays and what holds them; 0 is what a program
    gives that has done its work.
    """
    if isinstance(value, (np.ndarray, DeviceArray)):
        return value.size > 0
    if isinstance(value, (list, tuple)):
        return any(map(is_result, value))
    if isinstance(value, dict):
        return any(map(is_result, value.values()))
    is_number = isinstance(value, (int, float, complex, np.number))
    return is_number and not isinstance(value, bool) and value != 0


def is_same(one: Any, other: Any) -> bool:
    """Whether two results are the same, to the bit."""
    one, other = (x.data if isinstance(x, DeviceArray) else x for x in (one, other))
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        same_kind = (one.shape, one.dtype) == (other.shape, other.dtype)
        return same_kind and one.tobytes() == other.tobytes()
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[k], other[k]) for k in one)
    return one is other or repr(one) == repr(other)
