"""Functions of floating-point numbers. `name` is for float64, `namef` for float32."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.numerics.extremes import larger, smaller
from gpuviz.simt.numerics.fma import fma
from gpuviz.simt.numerics.libdevice.function import Function, function
from gpuviz.simt.numerics.math_functions import MATH, each
from gpuviz.simt.numerics.powers import float_power, repeated_power

NORMAL = statistics.NormalDist()
NO_EXPONENT = -(2**31)  # ilogb of 0 and of what is no number
LARGE_EXPONENT = 2**31 - 1  # ilogb of infinity


def _round(x: Any) -> Any:
    """Halves go away from zero."""
    whole = np.trunc(x)
    return np.where(np.abs(x - whole) >= 0.5, whole + np.copysign(1, x), whole)


def _positive_difference(x: Any, y: Any) -> Any:
    return np.where(x <= y, 0, x - y)


def _exponent(x: Any) -> Any:
    _, exponent = np.frexp(x)
    special = np.where(x == 0, -np.inf, np.abs(x))
    return np.where(np.isfinite(x) & (x != 0), exponent - 1, special)


def _whole_exponent(x: Any) -> Any:
    exponent = _exponent(x)
    special = np.where(exponent == np.inf, LARGE_EXPONENT, NO_EXPONENT)
    return np.where(np.isfinite(exponent), exponent, special)


def _sine_of_pi(x: Any) -> Any:
    turn = np.fmod(x.astype(np.float64), 2)
    return np.where(turn == np.trunc(turn), np.copysign(0, turn), np.sin(np.pi * turn))


def _cosine_of_pi(x: Any) -> Any:
    turn = np.fmod(np.abs(x.astype(np.float64)), 2)
    return np.where((turn == 0.5) | (turn == 1.5), 0, np.cos(np.pi * turn))


def _quotient_bits(x: Any, y: Any) -> tuple[Any, Any]:
    """The remainder, and the last three bits of the quotient with its sign.

    fmod takes multiples of 8 y away without an error, so that the quotient of what is left is at
    most 8 and exact once it is rounded.
    """
    rest = MATH["remainder"].apply(x, y)
    size, step = np.abs(x).astype(np.float64), np.abs(y).astype(np.float64)
    with np.errstate(all="ignore"):
        multiple = np.fmod(size, 8 * step) - np.where(x < 0, -rest, rest)
        quotient = np.fmod(np.rint(multiple / step), 8)
    signed = np.where(np.signbit(x) == np.signbit(y), quotient, -quotient)
    return rest, np.where(np.isfinite(signed), signed, 0)


def _approximate_power(x: Any, y: Any) -> Any:
    """2 ** (y * log2(x)), as CUDA defines __powf: nan for a negative x, and for 0 to the 0."""
    return np.exp2(y * np.log2(x))


def _inverse_normal(probability: float) -> float:
    if probability in (0.0, 1.0):
        return math.copysign(math.inf, probability - 0.5)
    return NORMAL.inv_cdf(probability)


def _inverse_error(x: float) -> float:
    """By Newton's method, on the side where 1 - |x| still has all its digits."""
    size = abs(x)
    if size >= 0.5:
        return math.copysign(_inverse_error_rest(1.0 - size), x)
    guess = size * math.sqrt(math.pi) / 2
    for _ in range(6):
        guess -= (math.erf(guess) - size) * math.exp(guess * guess) * math.sqrt(math.pi) / 2
    return math.copysign(guess, x)


def _inverse_error_rest(x: float) -> float:
    return math.nan if x < 0 else 0.0 - _inverse_normal(x / 2) / math.sqrt(2)


OF_ONE_NUMBER = (
    "acos acosh asin asinh atan atanh ceil cos cosh erf erfc exp exp2 expm1 fabs floor lgamma log"
    " log10 log1p log2 sin sinh sqrt tan tanh trunc"
)
OF_TWO_NUMBERS = "atan2 copysign fmod hypot nextafter remainder"
"""Names that mean the same in `math`."""

WITH_A_FAST_TWIN = "cos exp exp10 log log10 log2 sin tan"

UNARY: dict[str, Callable[..., Any]] = {
    **{name: MATH[name].apply for name in OF_ONE_NUMBER.split()},
    "cbrt": np.cbrt,
    "cospi": _cosine_of_pi,
    "erfcinv": each(_inverse_error_rest),
    "erfinv": each(_inverse_error),
    "exp10": lambda x: np.power(x.dtype.type(10), x),
    "logb": _exponent,
    "nearbyint": np.rint,
    "normcdf": each(lambda x: math.erfc(-x / math.sqrt(2)) / 2),
    "normcdfinv": each(_inverse_normal),
    "rcbrt": lambda x: 1 / np.cbrt(x),
    "rint": np.rint,
    "round": _round,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sinpi": _sine_of_pi,
    "tgamma": MATH["gamma"].apply,
}
BINARY: dict[str, Callable[..., Any]] = {
    **{name: MATH[name].apply for name in OF_TWO_NUMBERS.split()},
    "fdim": _positive_difference,
    "fmax": larger,
    "fmin": smaller,
    "pow": float_power,
}
OTHERS: dict[str, tuple[Callable[..., Any], str]] = {
    "fma": (fma, "ddd>d"),
    "frexp": (np.frexp, "d>di"),
    "ilogb": (_whole_exponent, "d>i"),
    "ldexp": (np.ldexp, "di>d"),
    "llrint": (np.rint, "d>l"),
    "llround": (_round, "d>l"),
    "modf": (np.modf, "d>dd"),
    "remquo": (_quotient_bits, "dd>di"),
    "scalbn": (np.ldexp, "di>d"),
    "sincos": (lambda x: (np.sin(x), np.cos(x)), "d>dd"),
    "sincospi": (lambda x: (_sine_of_pi(x), _cosine_of_pi(x)), "d>dd"),
}
NEAREST: dict[str, tuple[Callable[..., Any], str]] = {
    **{f"{kind}add_rn": (np.add, "dd>d") for kind in "df"},
    **{f"{kind}mul_rn": (np.multiply, "dd>d") for kind in "df"},
    **{f"{kind}div_rn": (np.divide, "dd>d") for kind in "df"},
    **{f"{kind}rcp_rn": (lambda x: 1 / x, "d>d") for kind in "df"},
    **{f"{kind}sqrt_rn": (np.sqrt, "d>d") for kind in "df"},
}
FAST: dict[str, tuple[Callable[..., Any], str]] = {
    **{f"fast_{name}f": (UNARY[name], "f>f") for name in WITH_A_FAST_TWIN.split()},
    "fast_fdividef": (np.divide, "ff>f"),
    "fast_powf": (_approximate_power, "ff>f"),
    "fast_sincosf": (OTHERS["sincos"][0], "f>ff"),
}
SINGLE: dict[str, tuple[Callable[..., Any], str]] = {
    "fmaf_rn": (fma, "fff>f"),
    "frsqrt_rn": (UNARY["rsqrt"], "f>f"),
    "fsub_rn": (np.subtract, "ff>f"),
    "powif": (repeated_power, "fi>f"),
    "saturatef": (lambda x: np.fmin(np.fmax(x, 0), 1), "f>f"),
}


def _both(name: str, apply: Callable[..., Any], types: str) -> dict[str, Function]:
    return {name: function(apply, types), f"{name}f": function(apply, types.replace("d", "f"))}


FLOATS: dict[str, Function] = {
    "powi": function(repeated_power, "di>d"),
    "fma_rn": function(fma, "ddd>d"),
    **{name: function(*entry) for name, entry in (FAST | SINGLE).items()},
    **{
        name: function(apply, types if name[0] == "d" else types.replace("d", "f"))
        for name, (apply, types) in NEAREST.items()
    },
}
for _name, _function in UNARY.items():
    FLOATS |= _both(_name, _function, "d>d")
for _name, _function in BINARY.items():
    FLOATS |= _both(_name, _function, "dd>d")
for _name, (_function, _types) in OTHERS.items():
    FLOATS |= _both(_name, _function, _types)
