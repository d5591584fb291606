"""x * y + z rounded once, as the fused multiply-add of a GPU does it; NumPy has none.

float32 goes by float64, rounded to odd; float64 by error-free transformations (Boldo, Melquiond:
"Emulation of a FMA and correctly rounded sums", IEEE Transactions on Computers 57, 2008), and by
fractions where those could overflow or underflow.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Double = NDArray[np.float64]

SPLITTER = 2.0**27 + 1.0  # halves a significand of 53 bits
FACTOR_RANGE = (2.0**-400, 2.0**400)  # of factors whose product has an exact error
SUMMAND_RANGE = (2.0**-900, 2.0**900)


def fma(x: Any, y: Any, z: Any) -> Any:
    """x * y + z of three numbers or arrays of one type, float32 or float64."""
    with np.errstate(all="ignore"):
        if x.dtype == np.float32:
            return _single(*(part.astype(np.float64) for part in (x, y, z)))
        x, y, z = np.broadcast_arrays(x, y, z)
        return _double(x.reshape(-1), y.reshape(-1), z.reshape(-1)).reshape(x.shape)[()]


def _single(x: Any, y: Any, z: Any) -> Any:
    """The product of two float32 is exact in float64."""
    return _odd_sum(x * y, z).astype(np.float32)


def _double(x: Double, y: Double, z: Double) -> Double:
    result = x * y + z
    safe = _within(x, FACTOR_RANGE) & _within(y, FACTOR_RANGE)
    safe &= (z == 0) | _within(z, SUMMAND_RANGE)
    result[safe] = _transformed(x[safe], y[safe], z[safe])
    hard = ~safe & np.isfinite(x) & np.isfinite(y) & (x != 0) & (y != 0)
    if hard.any():
        result[hard] = np.frompyfunc(_exact, 3, 1)(x[hard], y[hard], z[hard]).astype(np.float64)
    return result


def _within(x: Double, limits: tuple[float, float]) -> NDArray[np.bool_]:
    size = np.abs(x)
    inside: NDArray[np.bool_] = (size >= limits[0]) & (size <= limits[1])
    return inside


def _transformed(x: Double, y: Double, z: Double) -> Double:
    product, product_rest = _two_product(x, y)
    small, small_rest = _two_sum(z, product_rest)
    large, large_rest = _two_sum(product, small)
    result: Double = large + _odd_sum(small_rest, large_rest)
    return result


def _two_sum(a: Any, b: Any) -> tuple[Any, Any]:
    """The rounded sum and what rounding left out (Knuth)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _two_product(a: Double, b: Double) -> tuple[Double, Double]:
    """The rounded product and what rounding left out (Dekker)."""
    product = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    rest = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return product, rest


def _halves(a: Double) -> tuple[Double, Double]:
    scaled = SPLITTER * a
    high = scaled - (scaled - a)
    return high, a - high


def _odd_sum(a: Any, b: Any) -> Any:
    """a + b rounded to odd: where it is not exact, the neighbour whose last bit is set."""
    total, rest = _two_sum(a, b)
    even = (np.asarray(total).view(np.int64) & 1) == 0
    inexact = (rest != 0) & np.isfinite(rest)
    return np.where(inexact & even, np.nextafter(total, np.copysign(np.inf, rest)), total)


def _exact(x: float, y: float, z: float) -> float:
    """Of finite factors that are not 0."""
    if not math.isfinite(z):
        return z
    total = Fraction(x) * Fraction(y) + Fraction(z)
    try:
        return float(total)
    except OverflowError:
        return math.inf if total > 0 else -math.inf
