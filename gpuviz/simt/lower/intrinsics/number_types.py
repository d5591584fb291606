"""Number types that are called, as casts: np.float32(x), numba.int32(x)."""

from __future__ import annotations

import ast

import numpy as np

from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.dtypes import TYPE_MODULES, TYPES
from gpuviz.simt.lower.registry import Lowering, intrinsics
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.types import Scalar, castable, is_time


def cast(scope: Scope, node: ast.Call, arguments: list[Expr], kind: Scalar) -> Expr:
    """The one argument as a number of a type. Raises NotSupportedError for anything else."""
    if len(arguments) != 1 or not isinstance(arguments[0].type, np.dtype):
        text = "{name} turns one number into another type: give it one number."
        scope.refuse(node, "cast", text, name=ast.unparse(node.func))
    if not castable(arguments[0].type, kind):
        text = "{name} of a complex number: take .real or abs() of it."
        if is_time(arguments[0].type, kind):
            text = "{name} does not take times: int() of a length of time gives its number."
        scope.refuse(node, "cast", text, name=ast.unparse(node.func))
    return operators.convert(arguments[0], kind)


def _cast_to(kind: Scalar) -> Lowering:
    return lambda scope, node, arguments: cast(scope, node, arguments, kind)


intrinsics(
    {f"{module}.{name}": _cast_to(kind) for module in TYPE_MODULES for name, kind in TYPES.items()},
    unit="arithmetic",
)
