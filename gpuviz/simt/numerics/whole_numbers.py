"""Fractions that become whole numbers, as a GPU converts them.

A number without a place in the type becomes the nearest that has one. What is no number becomes 0,
but of float64, and in 64 bits, the number whose highest bit alone is set (PTX ISA 9.0, cvt). To 8
bits fractions go by 16, of which the lower 8 stay; a float16 goes there at once, rounded to the
nearest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

FLOAT16 = np.dtype(np.float16)
_BY_WAY_OF = {np.dtype(np.int8): np.dtype(np.int16), np.dtype(np.uint8): np.dtype(np.uint16)}


def to_whole(value: Any, kind: np.dtype[Any]) -> Any:
    """Fractions, a NumPy scalar or array, in a type of whole numbers."""
    if value.dtype == FLOAT16:
        return clamped(np.rint(value), kind)
    size = 8 * kind.itemsize
    if kind.kind == "i":
        fits = np.abs(value) < 2.0 ** (size - 1)
    else:
        fits = (value > -1) & (value < 2.0**size)
    if fits.all():
        return value.astype(kind)
    return clamped(np.trunc(value), _BY_WAY_OF.get(kind, kind)).astype(kind)


def clamped(rounded: Any, kind: np.dtype[Any]) -> Any:
    """Fractions that are rounded already, within the ends of a type."""
    ends, marked = np.iinfo(kind), rounded.dtype == np.float64 or kind.itemsize == 8
    rounded = rounded.astype(np.float64)
    low, high, none = rounded <= float(ends.min), rounded >= float(ends.max), np.isnan(rounded)
    inside = np.where(low | high | none, 0.0, rounded).astype(kind)
    result = np.where(low, kind.type(ends.min), np.where(high, kind.type(ends.max), inside))
    highest_bit = kind.type(ends.min if kind.kind == "i" else ends.max // 2 + 1)
    return np.where(none, highest_bit if marked else kind.type(0), result)[()]
