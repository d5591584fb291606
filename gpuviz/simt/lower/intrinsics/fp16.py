"""cuda.fp16: functions of numbers of 16 bits, each rounded once to float16.

Numba converts the arguments to float16, as the hardware's own functions take them. Names and
meaning: the half-precision intrinsics of the CUDA Math API, which numba.cuda.fp16 offers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import real_numbers
from gpuviz.simt.lower.registry import Lowering, intrinsics
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.types import BOOL, FLOAT16, FLOAT64, Scalar

NAMESPACE = "cuda.fp16."

EXACT: dict[str, Callable[..., Any]] = {
    "hadd": np.add,
    "hsub": np.subtract,
    "hmul": np.multiply,
    "hdiv": np.divide,
    "hneg": np.negative,
    "habs": np.abs,
    "hmax": np.fmax,
    "hmin": np.fmin,
    "hfloor": np.floor,
    "hceil": np.ceil,
    "htrunc": np.trunc,
    "hrint": np.rint,
}
"""Functions that NumPy rounds correctly in float16."""

FROM_FLOAT64: dict[str, Callable[..., Any]] = {
    "hfma": lambda one, other, more: one * other + more,
    "hsin": np.sin,
    "hcos": np.cos,
    "htanh": np.tanh,
    "hlog": np.log,
    "hlog2": np.log2,
    "hlog10": np.log10,
    "hexp": np.exp,
    "hexp2": np.exp2,
    "hexp10": lambda exponent: np.power(10.0, exponent),
    "hsqrt": np.sqrt,
    "hrsqrt": lambda number: 1 / np.sqrt(number),
    "hrcp": lambda number: 1 / number,
}
"""Functions that are computed in float64 and rounded to float16: products are exact there."""

COMPARISONS: dict[str, Callable[..., Any]] = {
    "heq": np.equal,
    "hne": np.not_equal,
    "hge": np.greater_equal,
    "hgt": np.greater,
    "hle": np.less_equal,
    "hlt": np.less,
}

TWO = frozenset(
    ["hadd", "hsub", "hmul", "hdiv", "hmax", "hmin", "heq", "hne", "hge", "hgt", "hle", "hlt"]
)


def _function(name: str, apply: Callable[..., Any], within: Scalar, result: Scalar) -> Lowering:
    count = 3 if name == "hfma" else 2 if name in TWO else 1

    def handler(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        real_numbers(scope, node, arguments, count)
        halves = [operators.convert(argument, FLOAT16) for argument in arguments]
        return operators.applied(apply, halves, (within,) * count, result)

    return handler


def _table(
    functions: dict[str, Callable[..., Any]], within: Scalar, result: Scalar
) -> dict[str, Lowering]:
    return {
        f"{NAMESPACE}{name}": _function(name, apply, within, result)
        for name, apply in functions.items()
    }


intrinsics(_table(EXACT, FLOAT16, FLOAT16), unit="special")
intrinsics(_table(FROM_FLOAT64, FLOAT64, FLOAT16), unit="special")
intrinsics(_table(COMPARISONS, FLOAT16, BOOL), unit="arithmetic")
