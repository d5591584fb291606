"""isinstance(x, kind) in a kernel: known while the source is read, as every type is."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.simt.lower import operators
from gpuviz.simt.lower.mathematics import type_named
from gpuviz.simt.lower.scope import Expr, Scope, Symbol
from gpuviz.simt.types import BOOL, FLOAT64, INT64, TupleType, Type

KINDS: dict[str, Callable[[Type], bool]] = {
    "builtins.int": lambda kind: kind == INT64,
    "builtins.float": lambda kind: kind == FLOAT64,
    "builtins.complex": lambda kind: kind == np.dtype(np.complex128),
    "builtins.bool": lambda kind: kind == BOOL,
    "builtins.tuple": lambda kind: isinstance(kind, TupleType),
}
"""Python's types, as Numba takes them: an int32 is no int for it, a float32 no float."""


def is_instance(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """isinstance(x, kind), or with a tuple of kinds."""
    if len(arguments) != 2:
        scope.refuse(node, "argument-count", "isinstance takes a value and a type.")
    asked = arguments[1].const
    kinds = asked if isinstance(asked, tuple) else (asked,)
    found = any(_is_one(scope, node, arguments[0].type, kind) for kind in kinds)
    return operators.constant(found, BOOL)


def _is_one(scope: Scope, node: ast.Call, kind: Type, asked: object) -> bool:
    name = asked.name if isinstance(asked, Symbol) else ""
    exact = type_named(name)
    if exact is None and name not in KINDS:
        text = "isinstance in a kernel asks for int, float, complex, bool, tuple or a NumPy type."
        scope.refuse(node, "instance", text)
    return KINDS[name](kind) if name in KINDS else kind == exact
