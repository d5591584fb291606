"""Floor division and its remainder, as numba-cuda's code computes them.

Numba asks for LLVM's `frem` and corrects the sign as Python does. NVVM makes of it, for x and y
without their signs, x - floor(x / y) * y with a fused multiply-add: exact while the quotient is
small. Beyond 2**53 (of float32 2**24), and for an infinite y, a GPU gives another remainder than a
CPU, often nan.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.simt.numerics.fma import fma

Values = Any
"""A NumPy scalar or array."""

EXACT_QUOTIENTS = {np.dtype(np.float32): np.float32(2.0**20), np.dtype(np.float64): 2.0**48}
"""Below these NumPy's remainders are those of a GPU."""


def floor_quotient(x: Values, y: Values) -> Values:
    """x // y of two fractions of one type."""
    return np.floor_divide(x, y) if _is_exact(x, y) else _parts(x, y)[0]


def floor_remainder(x: Values, y: Values) -> Values:
    """x % y of two fractions of one type."""
    return np.remainder(x, y) if _is_exact(x, y) else _parts(x, y)[1]


def whole_quotient(x: Values, y: Values) -> Values:
    """x // y of two signed whole numbers: 0 where the lowest number is divided by -1."""
    result = x // y
    minus_one = y == -1
    if not minus_one.any():
        return result
    lowest = x.dtype.type(np.iinfo(x.dtype).min)
    return np.where(minus_one & (x == lowest), x.dtype.type(0), result)[()]


def truncated_remainder(x: Values, y: Values) -> Values:
    """LLVM's frem as NVVM computes it: what is left of x, with its sign."""
    size = np.abs(y)
    rest = fma(-np.floor(np.abs(x) / size), size, np.abs(x))
    return np.where(x < 0, -rest, rest)[()]


def complex_quotient(x: Values, y: Values) -> Values:
    """x / y of two complex numbers of one type, by CPython's algorithm (_Py_c_quot), as Numba's is.

    NumPy multiplies by the inverse of the divisor there, which rounds once more. Divided by 0 it is
    nan; Numba raises there, which ends the thread.
    """
    wide = np.abs(y.real) >= np.abs(y.imag)
    large, small = np.where(wide, y.real, y.imag), np.where(wide, y.imag, y.real)
    ratio = small / large
    size = np.where(wide, large + small * ratio, small * ratio + large)
    real = np.where(wide, x.real + x.imag * ratio, x.real * ratio + x.imag) / size
    imaginary = np.where(wide, x.imag - x.real * ratio, x.imag * ratio - x.real) / size
    result = np.empty(np.shape(real), x.dtype)
    result.real, result.imag = real, imaginary
    return result[()]


def _is_exact(x: Values, y: Values) -> bool:
    small = np.abs(x / y) < EXACT_QUOTIENTS[y.dtype]
    return bool(small.all() and np.isfinite(y).all())


def _parts(x: Values, y: Values) -> tuple[Values, Values]:
    """Python's algorithm (float_divmod in its Objects/floatobject.c) around that remainder."""
    rest = truncated_remainder(x, y)
    quotient = (x - rest) / y
    left = rest != 0
    unlike = left & ((y < 0) != (rest < 0))
    quotient = np.where(unlike, quotient - quotient.dtype.type(1), quotient)
    remainder = np.where(unlike, rest + y, np.where(left, rest, np.copysign(rest, y)))
    floor = np.floor(quotient)
    floor = np.where(quotient - floor > 0.5, floor + floor.dtype.type(1), floor)
    nothing = ~((quotient < 0) | (quotient > 0))
    floor = np.where(nothing, x * (quotient * quotient) / y, floor)
    return np.where(y == 0, x / y, floor)[()], remainder[()]
