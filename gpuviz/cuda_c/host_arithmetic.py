"""Arithmetic of the host on numbers, and on arrays of them where a loop is done at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.cuda_c.host_values import UNKNOWN

NUMBERS = (int, float, np.ndarray)

NAMED_ALIKE = (
    *("sqrt", "cbrt", "sin", "cos", "tan", "tanh", "sinh", "cosh", "exp", "exp2", "expm1", "log"),
    *("log2", "log10", "log1p", "hypot", "trunc", "rint"),
)
MATH: dict[str, Callable[..., Any]] = {
    **{name: getattr(np, name) for name in NAMED_ALIKE},
    **{f"{name}f": getattr(np, name) for name in NAMED_ALIKE},
    **{f"{name}{f}": getattr(np, f"arc{name[1:]}") for name in ("asin", "acos") for f in ("", "f")},
    **dict.fromkeys(("atan", "atanf"), np.arctan),
    **dict.fromkeys(("atan2", "atan2f"), np.arctan2),
    **dict.fromkeys(("ceil", "ceilf"), np.ceil),
    **dict.fromkeys(("floor", "floorf"), np.floor),
    **dict.fromkeys(("pow", "powf"), np.power),
    **dict.fromkeys(("fabs", "fabsf", "abs", "labs"), np.abs),
    **dict.fromkeys(("fmax", "fmaxf"), np.maximum),
    **dict.fromkeys(("fmin", "fminf"), np.minimum),
    **dict.fromkeys(("fmod", "fmodf"), np.fmod),
    "min": np.minimum,
    "max": np.maximum,
}
KEEPS_WHOLE = ("min", "max", "abs", "labs")


def of_math(name: str, arguments: list[Any]) -> Any:
    """A function of MATH of numbers; UNKNOWN where one of them is."""
    if not arguments or not all(isinstance(value, NUMBERS) for value in arguments):
        return UNKNOWN
    if name not in KEEPS_WHOLE:
        arguments = [np.asarray(value, np.float64) for value in arguments]
    try:
        with np.errstate(all="ignore"):
            found = MATH[name](*arguments)
    except (TypeError, ValueError, OverflowError):
        return UNKNOWN
    return found if isinstance(found, np.ndarray) and found.ndim else found.item()


def number_of(mark: str, left: Any, right: Any) -> Any:
    """`left mark right`, whole numbers divided towards zero; UNKNOWN for what has no value."""
    try:
        return _computed(mark, left, right)
    except (ArithmeticError, ValueError, TypeError):
        return UNKNOWN


def _computed(mark: str, left: Any, right: Any) -> Any:
    whole = all(
        isinstance(side, int) or (isinstance(side, np.ndarray) and side.dtype.kind in "iub")
        for side in (left, right)
    )
    with np.errstate(all="ignore"):
        found = _OPERATIONS[mark](left, right, whole) if mark in _OPERATIONS else UNKNOWN
    if isinstance(found, (bool, np.bool_)):
        return int(found)
    if isinstance(found, np.generic):
        return found.item()
    if isinstance(found, np.ndarray) and found.dtype.kind == "b":
        return found.astype(np.int64)
    return found


def _divided(left: Any, right: Any, whole: bool) -> Any:
    if not whole:
        return np.true_divide(left, right)  # by zero: infinite, as IEEE 754 has it
    if isinstance(left, int) and isinstance(right, int):
        quotient = abs(left) // abs(right)
        return quotient if (left < 0) == (right < 0) else -quotient
    return np.sign(left) * np.sign(right) * (np.abs(left) // np.abs(right))


def _rest(left: Any, right: Any, whole: bool) -> Any:
    return left - _divided(left, right, whole) * right if whole else UNKNOWN


def _shifted(left: Any, right: Any, whole: bool) -> Any:
    return left << right if isinstance(right, int) and 0 <= right < 64 else UNKNOWN


_OPERATIONS: dict[str, Callable[[Any, Any, bool], Any]] = {
    "+": lambda x, y, whole: x + y,
    "-": lambda x, y, whole: x - y,
    "*": lambda x, y, whole: x * y,
    "/": _divided,
    "%": _rest,
    "<<": _shifted,
    ">>": lambda x, y, whole: x >> y,
    "&": lambda x, y, whole: x & y,
    "|": lambda x, y, whole: x | y,
    "^": lambda x, y, whole: x ^ y,
    "<": lambda x, y, whole: x < y,
    ">": lambda x, y, whole: x > y,
    "<=": lambda x, y, whole: x <= y,
    ">=": lambda x, y, whole: x >= y,
    "==": lambda x, y, whole: x == y,
    "!=": lambda x, y, whole: x != y,
}
