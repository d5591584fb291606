"""cuda.libdevice.* in a kernel: NVIDIA's mathematical functions by their own names."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import real_numbers
from gpuviz.simt.lower.registry import Lowering, intrinsic, unit_of_function
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.numerics.libdevice import FUNCTIONS as LIBDEVICE
from gpuviz.simt.numerics.libdevice import Function
from gpuviz.simt.types import TupleType


def _lowering(function: Function) -> Lowering:
    result = function.gives[0] if len(function.gives) == 1 else TupleType(function.gives)
    compute = _typed(function)

    def lower(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        real_numbers(scope, node, arguments, len(function.takes))
        return operators.applied(compute, arguments, function.takes, result)

    return lower


def _typed(function: Function) -> Callable[..., Any]:
    """The function with results of the types that it gives."""

    def compute(*values: Any) -> Any:
        results = function.apply(*values)
        if len(function.gives) == 1:
            return np.asarray(results)[()]
        pairs = zip(results, function.gives, strict=True)
        return tuple(operators.cast(np.asarray(part)[()], kind) for part, kind in pairs)

    return compute


for _name, _function in LIBDEVICE.items():
    intrinsic(f"cuda.libdevice.{_name}", unit=unit_of_function(_name))(_lowering(_function))
