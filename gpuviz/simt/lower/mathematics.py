"""Functions of `math` (and NumPy's twins of them) in a kernel, and the names of number types."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpuviz.simt.lower import operators
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.types import BOOL, FLOAT64, INT64, Scalar, is_scalar

TYPES: dict[str, Scalar] = {
    name: np.dtype(kind)
    for name, kind in {
        "bool_": np.bool_,
        "boolean": np.bool_,
        "int8": np.int8,
        "int16": np.int16,
        "int32": np.int32,
        "int64": np.int64,
        "intp": np.int64,
        "uint8": np.uint8,
        "uint16": np.uint16,
        "uint32": np.uint32,
        "uint64": np.uint64,
        "uintp": np.uint64,
        "float16": np.float16,
        "float32": np.float32,
        "float64": np.float64,
        "double": np.float64,
        "complex64": np.complex64,
        "complex128": np.complex128,
    }.items()
}


@dataclass(frozen=True, slots=True)
class MathFunction:
    """One function: how NumPy computes it, and its result (None: the float type of its arguments)."""

    apply: Callable[..., Any]
    arguments: int = 1
    result: Scalar | None = None


def _gcd_free(name: str) -> MathFunction:
    return MathFunction(getattr(np, name))


MATH: dict[str, MathFunction] = {
    **{
        name: _gcd_free(name)
        for name in ("exp", "expm1", "log", "log2", "log10", "log1p", "sqrt", "sin", "cos", "tan")
    },
    **{name: _gcd_free(name) for name in ("sinh", "cosh", "tanh", "cbrt", "exp2", "degrees", "radians")},
    "asin": MathFunction(np.arcsin),
    "acos": MathFunction(np.arccos),
    "atan": MathFunction(np.arctan),
    "asinh": MathFunction(np.arcsinh),
    "acosh": MathFunction(np.arccosh),
    "atanh": MathFunction(np.arctanh),
    "arcsin": MathFunction(np.arcsin),
    "arccos": MathFunction(np.arccos),
    "arctan": MathFunction(np.arctan),
    "fabs": MathFunction(np.fabs),
    "pow": MathFunction(np.power, 2),
    "atan2": MathFunction(np.arctan2, 2),
    "arctan2": MathFunction(np.arctan2, 2),
    "hypot": MathFunction(np.hypot, 2),
    "copysign": MathFunction(np.copysign, 2),
    "fmod": MathFunction(np.fmod, 2),
    "floor": MathFunction(np.floor, 1, INT64),
    "ceil": MathFunction(np.ceil, 1, INT64),
    "trunc": MathFunction(np.trunc, 1, INT64),
    "isnan": MathFunction(np.isnan, 1, BOOL),
    "isinf": MathFunction(np.isinf, 1, BOOL),
    "isfinite": MathFunction(np.isfinite, 1, BOOL),
}


def math_call(scope: Scope, node: ast.Call, name: str, arguments: list[Expr]) -> Expr:
    """A call of a math function: float32 stays float32, whole numbers become float64."""
    function = MATH[name]
    if len(arguments) != function.arguments or not all(is_scalar(a.type) for a in arguments):
        text = "{name} takes {count} number(s)."
        full = ast.unparse(node.func)
        scope.refuse(node, "math-arguments", text, name=full, count=function.arguments)
    kind = np.result_type(*(_float_of(argument.type) for argument in arguments))
    runs = [operators.convert(argument, kind).run for argument in arguments]
    pure = all(argument.pure for argument in arguments)
    apply, result = function.apply, function.result or kind
    if len(runs) == 1:
        one = runs[0]
        return Expr(result, lambda f, m: apply(one(f, m)).astype(result), UNKNOWN, pure)
    one, other = runs
    return Expr(result, lambda f, m: apply(one(f, m), other(f, m)), UNKNOWN, pure)


def _float_of(kind: Any) -> Scalar:
    return kind if kind.kind in "fc" else FLOAT64
