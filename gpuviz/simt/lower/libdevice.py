"""cuda.libdevice.* in a kernel: NVIDIA's mathematical functions by their own names."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.libdevice import FUNCTIONS as LIBDEVICE
from gpuviz.simt.libdevice import Function
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.arguments import numbers
from gpuviz.simt.lower.mathematics import applied
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.types import TupleType

Handler = Callable[[Scope, ast.Call, list[Expr]], Expr]


def _handler(function: Function) -> Handler:
    result = function.gives[0] if len(function.gives) == 1 else TupleType(function.gives)
    compute = _typed(function)

    def lower(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        kinds = numbers(scope, node, arguments, len(function.takes))
        if any(kind.kind == "c" for kind in kinds):
            text = "{name} does not take complex numbers."
            scope.refuse(node, "math-complex", text, name=ast.unparse(node.func))
        return applied(compute, arguments, function.takes, result)

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


FUNCTIONS: dict[str, Handler] = {
    f"cuda.libdevice.{name}": _handler(function) for name, function in LIBDEVICE.items()
}
