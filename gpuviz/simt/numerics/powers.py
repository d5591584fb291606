"""Powers as numba-cuda computes them (its cpython/numbers.py and mathimpl.py).

A whole exponent multiplies, in the type of the result: below 2**16 by squaring, beyond that as
math.pow. The inverse of a power is taken in float64. Since these ways share a result of float64, a
power of whole numbers goes through it: it is rounded to 53 bits, and clamped to the type's ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.simt.numerics.whole_numbers import to_whole

Values = Any
"""A NumPy scalar or array."""

MOST_MULTIPLIED = 0x10000
"""The largest exponent that multiplies."""


def power(base: Values, exponent: Values) -> Values:
    """base ** exponent, computed in and giving the base's type; the exponent may be a whole one."""
    if exponent.dtype.kind not in "iu":
        return float_power(base, exponent)
    if base.dtype.kind in "iu":
        return whole_power(base, exponent)
    times = _times(exponent)
    result = _multiplied(base, np.where(times > MOST_MULTIPLIED, 0, times))
    result = np.where(exponent < 0, 1.0 / result.astype(np.float64), result).astype(base.dtype)
    if not (times > MOST_MULTIPLIED).any():
        return result[()]
    large = np.power(base.astype(np.float64), exponent.astype(np.float64)).astype(base.dtype)
    return np.where(times > MOST_MULTIPLIED, large, result)[()]


def float_power(base: Values, exponent: Values) -> Values:
    """libdevice's pow (C99, F.10.4.4), of two fractions.

    NumPy takes the square root where the lanes share an exponent of 0.5; the roots of -0.0 and of
    -inf are other values than their powers.
    """
    result: Values = np.power(base, exponent)
    is_other = (exponent == 0.5) & ((base == 0) | (base == -np.inf))
    return np.where(is_other, abs(base), result)[()] if is_other.any() else result


def whole_power(base: Values, exponent: Values) -> Values:
    """Of whole numbers. 0 to a negative power has the highest bit alone; most others become 0."""
    kind = base.dtype
    times = _times(exponent)
    large = times > MOST_MULTIPLIED
    result = _multiplied(base, np.where(large, 0, times)).astype(np.float64)
    if large.any():
        far = np.power(base.astype(np.float64), exponent.astype(np.float64))
        result = np.where(large, far, result)
    result = to_whole(result, kind)
    negative = exponent < 0
    if not negative.any():
        return result[()]
    unit = (base == 1) | (base == kind.type(-1 if kind.kind == "i" else 1))
    inverted = np.where(base == 0, _highest_bit(kind), kind.type(0))
    return np.where(negative & ~unit, inverted, result)[()]


def repeated_power(base: Values, exponent: Values) -> Values:
    """libdevice's powi: multiplications alone, and the inverse in the base's own type."""
    result = _multiplied(base, _times(exponent))
    return np.where(exponent < 0, base.dtype.type(1) / result, result)[()]


def complex_power(base: Values, exponent: Values) -> Values:
    """CPython's _Py_c_pow in the parts' own type, as Numba translates it."""
    kind = base.dtype
    size = np.hypot(base.real, base.imag)
    turn = np.arctan2(base.imag, base.real)
    length, phase = np.power(size, exponent.real), turn * exponent.real
    turned = exponent.imag != 0
    if turned.any():
        length = np.where(turned, length / np.exp(turn * exponent.imag), length)
        phase = np.where(turned, phase + exponent.imag * np.log(size), phase)
    one = kind.type(1j)
    result = length.astype(kind) * (np.cos(phase).astype(kind) + np.sin(phase).astype(kind) * one)
    result = np.where((base.real == 0) & (exponent.real == 0), kind.type(0), result)
    return np.where(exponent == 0, kind.type(1), result)[()]


def _highest_bit(kind: np.dtype[Any]) -> Any:
    """0x8000...: what Numba gives for 0 to a negative power."""
    return kind.type(np.iinfo(kind).min if kind.kind == "i" else np.iinfo(kind).max // 2 + 1)


def _times(exponent: Values) -> Values:
    """The size of an exponent, unsigned, so that it has a place."""
    if exponent.dtype.kind == "u":
        return exponent.astype(np.uint64)
    return np.abs(exponent.astype(np.int64)).astype(np.uint64)


def _multiplied(base: Values, times: Values) -> Values:
    """base to the power of `times` (unsigned), by squaring."""
    one, bit = base.dtype.type(1), np.uint64(1)
    result, factor, times = one, base, np.asarray(times).astype(np.uint64)
    while times.any():
        result = np.where(times & bit, result * factor, result)
        times = times >> bit
        if times.any():
            factor = factor * factor
    return np.asarray(result)
