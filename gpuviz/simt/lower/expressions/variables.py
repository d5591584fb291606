"""Variables that are set, by a statement or within an expression."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.optional import EVERYONE, OptionalArray
from gpuviz.simt.lower.not_in_numba_cuda import WITHIN
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope
from gpuviz.simt.types import BOOL, ArrayType, OptionalType, StaticType, Type, storable, type_name

Write = Callable[[CallFrame, Mask, Value], None]


def name_target(scope: Scope, node: ast.Name, kind: Type) -> Write:
    """Writes a variable, and tells of it."""
    if node.id in scope.program.global_names(scope.row):
        text = "a kernel cannot change {name}, a variable of the module: use an array element."
        scope.refuse(node, "global-variable", text, name=node.id)
    if not storable(kind):
        text = "{name} cannot hold a {kind}: give each value a name of its own."
        scope.refuse(node, "target-type", text, name=node.id, kind=type_name(kind))
    scope.flow.set(node.id, kind)
    slot = scope.slot_of(node.id, kind)
    optional = node.id in scope.flow.optionals
    if isinstance(kind, ArrayType) and optional:
        return _beside_none(slot, scope.slot_of(node.id, OptionalType(kind)))
    if not isinstance(kind, np.dtype):
        return lambda frame, mask, value: frame.assign(slot, mask, value)
    variable = scope.program.variable(scope.row, node.id, kind)
    beside = optional_slot(scope, node.id) if optional else None

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        frame.assign(slot, mask, value)
        if beside is not None:
            frame.assign(beside, mask, (EVERYONE, value))
        for tell in frame.context.on_assign:
            tell(frame.step, variable.row, mask, operators.cast(value, variable.dtype))

    return write


def _beside_none(slot: int, beside: int) -> Write:
    """Writes a variable that is an array here, and None on some way to a place."""

    def write(frame: CallFrame, mask: Mask, value: Value) -> None:
        frame.assign(slot, mask, value)
        frame.assign(beside, mask, OptionalArray(EVERYONE, value))

    return write


def optional_slot(scope: Scope, name: str) -> int:
    """Where a variable lives that is None on some way to a place and a number on another."""
    return scope.slot_of(name, OptionalType(BOOL))


def assigned_within(scope: Scope, node: ast.NamedExpr, lower: Lower) -> Expr:
    """`(name := value)` within an expression, of a variable or of what is chosen from several.

    Raises NotSupportedError for other values, which numba-cuda loses: it thinks that nothing but
    the assignment needs them.
    """
    named = isinstance(node.value, ast.Name) and node.value.id in scope.flow.types
    if not named and not isinstance(node.value, (ast.IfExp, ast.BoolOp)):
        text = ast.unparse(ast.copy_location(ast.Assign([node.target], node.value), node))
        scope.refuse(node, "not-in-numba-cuda", WITHIN, text=text)
    value = lower(scope, node.value)
    if isinstance(value.type, StaticType):
        scope.flow.set(node.target.id, value.type)
        scope.statics[node.target.id] = value.const
        return value
    write, find = name_target(scope, node.target, value.type), value.run

    def run(frame: CallFrame, mask: Mask) -> Value:
        found = find(frame, mask)
        write(frame, mask, found)
        return found

    return Expr(value.type, run, UNKNOWN, pure=False)
