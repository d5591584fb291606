"""The functions of `math`, computed by NumPy, with Numba's overloads of them on CUDA.

The types are those of Numba on CUDA: math.floor gives a float there, and a whole number is
computed with in float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpuviz.simt.numerics.powers import float_power, repeated_power
from gpuviz.simt.types import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    UINT64,
    Scalar,
    TupleType,
    Type,
    best_overload,
)

Overloads = Sequence[tuple[Scalar, ...]]

FLOAT: tuple[tuple[Scalar, ...], ...] = ((FLOAT32,), (FLOAT64,))
UNARY: Overloads = ((INT64,), (UINT64,), *FLOAT)
HALF: Overloads = (*UNARY, (FLOAT16,))
FLOATS: Overloads = ((FLOAT32, FLOAT32), (FLOAT64, FLOAT64))
SCALINGS: Overloads = ((FLOAT32, INT32), (FLOAT64, INT32))
WHOLE_OR_FLOATS: Overloads = ((INT64, INT64), (UINT64, UINT64), *FLOATS)
POWERS: Overloads = (*FLOATS, *SCALINGS)


@dataclass(frozen=True, slots=True)
class MathFunction:
    """One function of `math`: how NumPy computes it, and Numba's overloads of it.

    Whole numbers are computed with in float64. The result has the type that the first argument is
    computed in; `result` says otherwise, given that type.
    """

    apply: Callable[..., Any]
    overloads: Overloads = UNARY
    result: Callable[[Scalar], Type] = lambda kind: kind

    def typed(self, kinds: Sequence[Scalar]) -> tuple[tuple[Scalar, ...], Type]:
        """What the arguments are converted to, and the type of the result."""
        wanted = best_overload(kinds, self.overloads)
        if wanted[0].kind != "f":
            wanted = (FLOAT64,) * len(wanted)
        return wanted, self.result(wanted[0])


def each(function: Callable[..., float]) -> Callable[..., Any]:
    """A function of Python floats for arrays: slow, but there is none in NumPy."""

    def known(*values: float) -> float:
        try:
            return function(*values)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    def apply(*arrays: Any) -> Any:
        return np.asarray(np.frompyfunc(known, len(arrays), 1)(*arrays), np.float64)

    return apply


def _gamma(value: float) -> float:
    """As C has it: infinite at 0, and so close to 0 that 1 / value is (math.gamma raises)."""
    return math.copysign(math.inf, value) if abs(value) < 2.0**-1024 else math.gamma(value)


def _log_gamma(value: float) -> float:
    """As C has it: infinite at 0, -1, -2, ..."""
    return math.inf if value <= 0 and value == math.floor(value) else math.lgamma(value)


def _power(base: Any, exponent: Any) -> Any:
    is_whole = exponent.dtype == INT32
    return repeated_power(base, exponent) if is_whole else float_power(base, exponent)


def _truth(kind: Scalar) -> Scalar:
    return BOOL


SAME_NAME = "expm1 log1p tan sinh cosh tanh degrees radians"
SAME_NAME_AND_HALF = "exp exp2 log log2 log10 sqrt sin cos fabs floor ceil trunc"

MATH: dict[str, MathFunction] = {
    **{name: MathFunction(getattr(np, name)) for name in SAME_NAME.split()},
    **{name: MathFunction(getattr(np, name), HALF) for name in SAME_NAME_AND_HALF.split()},
    "asin": MathFunction(np.arcsin),
    "acos": MathFunction(np.arccos),
    "atan": MathFunction(np.arctan),
    "asinh": MathFunction(np.arcsinh),
    "acosh": MathFunction(np.arccosh),
    "atanh": MathFunction(np.arctanh),
    "erf": MathFunction(each(math.erf)),
    "erfc": MathFunction(each(math.erfc)),
    "gamma": MathFunction(each(_gamma)),
    "lgamma": MathFunction(each(_log_gamma)),
    "pow": MathFunction(_power, POWERS),
    "atan2": MathFunction(np.arctan2, WHOLE_OR_FLOATS),
    "hypot": MathFunction(np.hypot, WHOLE_OR_FLOATS),
    "copysign": MathFunction(np.copysign, FLOATS),
    "fmod": MathFunction(np.fmod, FLOATS),
    "remainder": MathFunction(each(math.remainder), FLOATS),
    "nextafter": MathFunction(np.nextafter, FLOATS),
    "ldexp": MathFunction(np.ldexp, SCALINGS),
    "frexp": MathFunction(np.frexp, FLOAT, lambda kind: TupleType((kind, INT32))),
    "modf": MathFunction(np.modf, FLOAT[::-1], lambda kind: TupleType((kind, kind))),
    "isnan": MathFunction(np.isnan, result=_truth),
    "isinf": MathFunction(np.isinf, result=_truth),
    "isfinite": MathFunction(np.isfinite, result=_truth),
}
