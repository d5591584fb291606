"""Arithmetic and conversions rounded down, up or towards zero: dadd_rd, fmul_ru, int2float_rz, ...

Each result is the nearest one, moved to its neighbour where it lies on the wrong side of the exact
value. Fractions tell the side: slow, and right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from gpuviz.simt.numerics.fma import fma
from gpuviz.simt.numerics.libdevice.conversions import WHOLE
from gpuviz.simt.numerics.libdevice.function import Function, function

Excess = Callable[..., Fraction]
"""Of a result and its operands: something with the sign of the exact value minus the result."""
Entry = tuple[Callable[..., Any], Excess, str]
"""How the nearest result is found, on which side it lies, and the types."""

MODES = ("rd", "ru", "rz")
ARITHMETIC: dict[str, Entry] = {
    "add": (np.add, lambda r, x, y: x + y - r, "dd>d"),
    "mul": (np.multiply, lambda r, x, y: x * y - r, "dd>d"),
    "div": (np.divide, lambda r, x, y: x / y - r, "dd>d"),
    "rcp": (lambda x: 1 / x, lambda r, x: 1 / x - r, "d>d"),
    "sqrt": (np.sqrt, lambda r, x: x - r * r, "d>d"),
}
CONVERTED = {"f": ("int", "uint", "ll", "ull"), "d": ("ll", "ull")}
"""The whole numbers that do not all have a place in float32, float64."""


def _entries() -> dict[str, Entry]:
    """Every operation by its name without the mode."""
    found: dict[str, Entry] = {
        "fma": (fma, _fused, "ddd>d"),
        "fmaf": (fma, _fused, "fff>f"),
        "fsub": (np.subtract, lambda r, x, y: x - y - r, "ff>f"),
        "double2float": (lambda x: x.astype(np.float32), lambda r, x: x - r, "d>f"),
    }
    for name, (nearest, excess, types) in ARITHMETIC.items():
        found[f"d{name}"] = nearest, excess, types
        found[f"f{name}"] = nearest, excess, types.replace("d", "f")
    for target, names in CONVERTED.items():
        for name in names:
            found[f"{name}2{'float' if target == 'f' else 'double'}"] = _conversion(name, target)
    return found


def _fused(result: Fraction, x: Fraction, y: Fraction, z: Fraction) -> Fraction:
    return x * y + z - result


def _conversion(name: str, target: str) -> Entry:
    """Of a whole number, which comes in the signed type of its width."""
    kind, letter = WHOLE[name]
    count = 1 << (8 * kind().itemsize)
    unsigned = np.dtype(kind).kind == "u"

    def excess(result: Fraction, x: Fraction) -> Fraction:
        return (x % count if unsigned else x) - result

    return lambda x: x.astype(kind).astype(target), excess, f"{letter}>{target}"


def _rounded(mode: str, entry: Entry) -> Function:
    nearest, excess, types = entry
    side_of = np.frompyfunc(lambda *values: _side(excess, *values), types.index(">") + 1, 1)

    def compute(*operands: Any) -> Any:
        result = nearest(*operands)
        side = np.asarray(side_of(result, *operands), np.float64)
        goes_down = side < 0 if mode == "rd" else (side < 0) & (result > 0)
        goes_up = side > 0 if mode == "ru" else (side > 0) & (result < 0)
        lower = np.where(goes_down & (mode != "ru"), np.nextafter(result, -np.inf), result)
        return np.where(goes_up & (mode != "rd"), np.nextafter(result, np.inf), lower)

    return function(compute, types)


def _side(excess: Excess, result: float, *operands: float) -> float:
    """The sign of the exact value minus the result; 0 where there is no exact value."""
    if math.isnan(result) or not all(map(math.isfinite, operands)):
        return 0.0
    exact = [Fraction(operand) for operand in operands]
    try:
        left = excess(Fraction(0 if math.isinf(result) else result), *exact)
    except ZeroDivisionError:
        return 0.0
    return -result if math.isinf(result) else float((left > 0) - (left < 0))


DIRECTED: dict[str, Function] = {
    f"{name}_{mode}": _rounded(mode, entry) for name, entry in _entries().items() for mode in MODES
}
