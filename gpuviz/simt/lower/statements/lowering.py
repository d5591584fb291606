"""Statements: each kind of node has one function that lowers it and settles the state behind it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.known_conditions import decided
from gpuviz.simt.lower.expressions.lowering import lower, tested
from gpuviz.simt.lower.expressions.nested_functions import nested_function
from gpuviz.simt.lower.flow import joined
from gpuviz.simt.lower.nodes import If, Node, Return, ReturnOptional, Simple
from gpuviz.simt.lower.registry import statement_named
from gpuviz.simt.lower.scope import Scope, Symbol
from gpuviz.simt.lower.statements import assignments as targets
from gpuviz.simt.lower.statements import failures as failing
from gpuviz.simt.lower.statements import loops
from gpuviz.simt.lower.statements.matching import as_ifs
from gpuviz.simt.types import (
    NONE,
    ArrayType,
    OptionalType,
    Type,
    holds_local,
    storable,
    type_name,
)


def block(scope: Scope, statements: list[ast.stmt]) -> list[Node]:
    """The statements in order; those that are no steps (docstrings, pass) are left out.

    So are those that control never comes to: as in Numba they need not make sense for the types.
    """
    nodes: list[Node] = []
    for node in statements:
        if not scope.flow.reachable:
            break
        if isinstance(node, ast.Match):
            nodes += block(scope, as_ifs(scope, node))
        elif not is_silent(node):
            nodes.append(_statement(scope, node))
    return nodes


def is_silent(statement: ast.stmt) -> bool:
    """Whether a statement is no step: docstring, pass, global, nonlocal, `x: int`."""
    if isinstance(statement, (ast.Pass, ast.Global, ast.Nonlocal)):
        return True
    if isinstance(statement, ast.AnnAssign):
        return statement.value is None
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _statement(scope: Scope, node: ast.stmt) -> Node:
    handler = _HANDLERS.get(type(node))
    if handler is None:
        text = (
            "a kernel cannot use the statement '{kind}', or gpuviz does not know it yet: kernels"
            " are made of assignments, if, for, while, return and calls."
        )
        scope.refuse(node, "unknown-statement", text, kind=_keyword(node))
    outer, scope.statement = scope.statement, scope.program.statement_row(scope.row, node)
    try:
        return handler(scope, node)
    finally:
        scope.statement = outer


def _expression(scope: Scope, node: ast.Expr) -> Node:
    call = node.value
    if isinstance(call, ast.NamedExpr):
        return targets.assign(scope, ast.copy_location(ast.Assign([call.target], call.value), call))
    if isinstance(call, ast.Call) and isinstance(call.func, (ast.Name, ast.Attribute)):
        called = lower(scope, call.func).const
        form = statement_named(called.name) if isinstance(called, Symbol) else None
        lowered = form(scope, call) if form is not None else None
        if lowered is not None:
            return lowered
    scope.discarded = call
    return Simple(scope.statement, lower(scope, call).run)


def _if(scope: Scope, node: ast.If) -> Node:
    test = operators.truth(tested(scope, node.test))
    known = decided(scope, node.test, lower, tested)
    statement, before = scope.statement, scope.flow
    sides: list[list[Node]] = []
    ways = []
    for taken, part in ((True, node.body), (False, node.orelse)):
        dead = known is not None and known is not taken  # Numba leaves it out, too
        scope.flow = before.ended() if dead else before.copy()
        sides.append([] if dead else block(scope, part))
        ways.append(scope.flow)
    scope.flow = joined(ways)
    return If(statement, scope.construct(node, "if"), test.run, *sides)


def _return(scope: Scope, node: ast.Return) -> Node:
    value = None if node.value is None else lower(scope, node.value)
    kind = NONE if value is None else value.type
    if kind != NONE and scope.program.functions[scope.row].is_kernel:
        text = "a kernel gives nothing back: write the result into an array that is passed to it."
        scope.refuse(node, "kernel-returns", text)
    if kind != NONE and not storable(kind):
        text = "{text} is a {kind}: a device function gives back numbers."
        name = type_name(kind)
        scope.refuse(node, "return-types", text, text=ast.unparse(node), kind=name)
    if holds_local(kind) and not _is_passed_in(scope, node.value):
        text = (
            "a local array ends with the function that declares it: return its numbers, or let the"
            " caller declare it and pass it in."
        )
        scope.refuse(node, "return-local", text)
    _check_returned_array(scope, node, kind)
    if scope.flow.reachable:
        scope.returns.append(kind)
    scope.flow = scope.flow.ended()
    if value is not None and isinstance(kind, OptionalType):
        return ReturnOptional(scope.statement, value.run)
    return Return(scope.statement, None if value is None else value.run)


def _check_returned_array(scope: Scope, node: ast.Return, kind: Type) -> None:
    """Refuses an array that is no parameter, but in functions that stand in another one."""
    program, value = scope.program, node.value
    if not isinstance(kind, ArrayType) or (kind.dtype.names and not kind.ndim):
        return
    if program.thread_memory or scope.row in program.enclosing:
        return
    passed = isinstance(value, ast.Name) and _is_passed_in(scope, value)
    if not passed:
        text = not_in_numba_cuda.RETURNED
        scope.refuse(node, "not-in-numba-cuda", text, text=ast.unparse(node))


def _is_passed_in(scope: Scope, value: ast.expr | None) -> bool:
    """Whether it is an argument that is never assigned anew, or a part of one."""
    while isinstance(value, ast.Subscript):
        value = value.value
    program = scope.program
    return (
        isinstance(value, ast.Name)
        and value.id in program.parameters(scope.row)
        and not program.bindings(scope.row, value.id)
    )


def _keyword(node: ast.stmt) -> str:
    special = {"FunctionDef": "def", "ClassDef": "class", "Delete": "del", "ImportFrom": "import"}
    name = type(node).__name__
    return special.get(name, name.lower())


_HANDLERS: dict[type[ast.stmt], Callable[[Scope, Any], Node]] = {
    ast.Assign: targets.assign,
    ast.AnnAssign: targets.annotated,
    ast.AugAssign: targets.augmented,
    ast.Expr: _expression,
    ast.If: _if,
    ast.While: lambda scope, node: loops.while_loop(scope, node, block),
    ast.For: lambda scope, node: loops.for_loop(scope, node, block),
    ast.Return: _return,
    ast.FunctionDef: nested_function,
    ast.Assert: failing.assert_statement,
    ast.Raise: failing.raise_statement,
    ast.Break: loops.break_loop,
    ast.Continue: loops.continue_loop,
}
