"""Compares what a launch wrote with the reference, element by element."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

CHUNK = 2**20  # elements compared at a time, so that large arrays need little extra memory


def compare(got: NDArray[Any], want: NDArray[Any], tolerance: float) -> tuple[bool, float | None]:
    """(whether `got` is right, the largest absolute error).

    Right is |got - want| <= tolerance * max(1, |want|); whole numbers and truth values have to be
    equal; NaN equals NaN, an infinity itself. The error is None where no finite number says it:
    shapes differ, or an element is NaN or infinite on one side alone.
    """
    if got.shape != want.shape:
        return False, None
    flat_got, flat_want = got.reshape(-1), want.reshape(-1)
    right, largest = True, 0.0
    for start in range(0, flat_got.size, CHUNK):
        part = slice(start, start + CHUNK)
        error, allowed = _errors(flat_got[part], flat_want[part], tolerance)
        right = right and bool(np.all(error <= allowed))
        largest = max(largest, float(error.max()))
    return right, largest if math.isfinite(largest) else None


def wrong_places(got: NDArray[Any], want: NDArray[Any], tolerance: float) -> NDArray[np.int64]:
    """The flat elements, ascending, at which two arrays of one shape differ by too much."""
    flat_got, flat_want = got.reshape(-1), want.reshape(-1)
    found = [np.zeros(0, np.int64)]
    for start in range(0, flat_got.size, CHUNK):
        part = slice(start, start + CHUNK)
        error, allowed = _errors(flat_got[part], flat_want[part], tolerance)
        found.append(np.flatnonzero(~(error <= allowed)) + start)
    return np.concatenate(found)


def _errors(
    got: NDArray[Any], want: NDArray[Any], tolerance: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Absolute error (infinite where not finite) and the largest allowed one, by element."""
    if _is_exact(got) and _is_exact(want):
        return _whole_distance(got, want), np.zeros(got.shape)
    wide = np.result_type(got, want, np.float64)
    got, want = got.astype(wide), want.astype(wide)
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(got - want).astype(np.float64)
        allowed = tolerance * np.maximum(1.0, np.abs(want)).astype(np.float64)
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    finite = np.isfinite(got) & np.isfinite(want)
    error = np.where(same, 0.0, np.where(finite, error, np.inf))
    return error, np.where(np.isfinite(allowed), allowed, 0.0)


def _is_exact(array: NDArray[Any]) -> bool:
    return array.dtype.kind in "biu"


def _whole_distance(got: NDArray[Any], want: NDArray[Any]) -> NDArray[np.float64]:
    """|got - want|, which is 0 only for equal elements, also beyond 2^53."""
    wide = np.dtype(np.uint64) if got.dtype == want.dtype == np.uint64 else np.dtype(np.int64)
    got, want = got.astype(wide), want.astype(wide)
    distance = np.maximum(got, want) - np.minimum(got, want)  # may wrap: right when unsigned
    unsigned: NDArray[np.uint64] = distance.view(np.uint64)
    return unsigned.astype(np.float64)
