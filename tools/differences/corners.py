"""Numbers of each type that are worth a try: where rules of arithmetic have their corners."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

KINDS = ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
"""All types of numbers that Numba's kernels have, in NumPy's short names."""

_WHOLE = (0, 1, 2, 3, 7, 10, 31, 64, 100)
_NEGATIVE = (-1, -2, -3, -7, -64)
_PARTS = (0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan)


def corners(kind: str) -> NDArray[Any]:
    """Numbers of a type: small ones, powers of two, the ends, what is no number."""
    dtype = np.dtype(kind)
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind in "iu":
        return _of_whole_numbers(dtype)
    if dtype.kind == "f":
        return _of_fractions(dtype)
    parts = [complex(*pair) for pair in itertools.product(_PARTS, _PARTS)]
    return np.array([*parts, 0.5 + 2j, 2, 3 + 4j, -1e-3 + 7j, 2j], dtype)


def _of_whole_numbers(dtype: np.dtype[Any]) -> NDArray[Any]:
    info = np.iinfo(dtype)
    half = (info.max + 1) // 2
    ends = [info.max, info.max - 1, info.min, info.min + 1, half]
    numbers = (*_WHOLE, *(_NEGATIVE if dtype.kind == "i" else ()), *ends)
    return np.array(list(dict.fromkeys(map(int, numbers))), dtype)


def _of_fractions(dtype: np.dtype[Any]) -> NDArray[Any]:
    info = np.finfo(dtype)
    usual = [0.0, 1.0, 0.5, 1.5, 2.0, 2.5, 3.0, 7.25, 0.1, 100.0, 1e4]
    wide = [] if dtype.itemsize == 2 else [2.0**31, 2.0**63, 2.0**64, 1e-5, 88.5, 1e22]
    ends = [float(info.max), float(info.tiny), float(info.smallest_subnormal), np.inf]
    positive = np.array([*usual, *wide, *ends], dtype)
    return np.concatenate([positive, -positive, np.array([np.nan], dtype)])


def pairs(left: str, right: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """All numbers of one type with all of another."""
    one, other = np.meshgrid(corners(left), corners(right), indexing="ij")
    return one.reshape(-1).copy(), other.reshape(-1).copy()
