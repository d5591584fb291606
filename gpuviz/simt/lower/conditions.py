"""`and`, `or`, chained comparisons and conditional expressions: only the lanes that need a part evaluate it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.micro import BranchOp, EvalOp, MicroOp
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.types import BOOL, Type, type_name, unify

Lower = Callable[[Scope, ast.expr], Expr]


def all_of(parts: list[Expr]) -> Expr:
    """True where all parts are; a part that touches memory is evaluated only where those before it hold."""
    result = parts[0]
    for part in parts[1:]:
        result = _both(result, part)
    return result


def bool_op(scope: Scope, node: ast.BoolOp, number: Lower) -> Expr:
    """`a and b ...` or `a or b ...` as a truth value."""
    result = operators.truth(number(scope, node.values[0]))
    for value in node.values[1:]:
        part, calls = _separately(scope, value, number)
        part = operators.truth(part)
        if calls:
            result = _with_calls(scope, node.op, result, part, calls)
        else:
            result = _both(result, part) if isinstance(node.op, ast.And) else _either(result, part)
    return result


def if_exp(scope: Scope, node: ast.IfExp, lower: Lower) -> Expr:
    """`yes if test else no`; where a warp's lanes go both ways, it counts as divergent."""
    test = operators.truth(lower(scope, node.test))
    yes, yes_calls = _separately(scope, node.body, lower)
    no, no_calls = _separately(scope, node.orelse, lower)
    kind = unify(yes.type, no.type)
    if kind is None:
        scope.refuse(
            node,
            "two-types",
            "this expression is a {yes} on one side of the if and a {no} on the other.",
            yes=type_name(yes.type),
            no=type_name(no.type),
        )
    if isinstance(kind, np.dtype):
        yes, no = operators.convert(yes, kind), operators.convert(no, kind)
    if yes_calls or no_calls:
        return _branch(scope, test, (yes, yes_calls), (no, no_calls), kind)
    return _select(test, yes, no, kind)


def _separately(scope: Scope, node: ast.expr, lower: Lower) -> tuple[Expr, list[MicroOp]]:
    """A part that only some lanes evaluate, and the calls that it needs."""
    outer, scope.prelude = scope.prelude, []
    expr = lower(scope, node)
    calls, scope.prelude = scope.prelude, outer
    return expr, calls


def _both(left: Expr, right: Expr) -> Expr:
    one, other = left.run, right.run

    def run(frame: Frame, mask: Mask) -> Value:
        first = one(frame, mask)
        if right.pure:
            return np.logical_and(first, other(frame, mask))
        yes, _ = mask.split(first)
        return first if yes is None else np.logical_and(first, other(frame, yes))

    return Expr(BOOL, run, UNKNOWN, left.pure and right.pure)


def _either(left: Expr, right: Expr) -> Expr:
    one, other = left.run, right.run

    def run(frame: Frame, mask: Mask) -> Value:
        first = one(frame, mask)
        if right.pure:
            return np.logical_or(first, other(frame, mask))
        _, no = mask.split(first)
        return first if no is None else np.logical_or(first, other(frame, no))

    return Expr(BOOL, run, UNKNOWN, left.pure and right.pure)


def _select(test: Expr, yes: Expr, no: Expr, kind: Type) -> Expr:
    def run(frame: Frame, mask: Mask) -> Value:
        condition = test.run(frame, mask)
        taken, other = mask.split(condition)
        frame.context.tally.branch(mask, taken)
        if other is None:
            return yes.run(frame, mask)
        if taken is None:
            return no.run(frame, mask)
        return operators.choose(condition, yes.run(frame, taken), no.run(frame, other))

    return Expr(kind, run, UNKNOWN, test.pure and yes.pure and no.pure)


def _branch(
    scope: Scope,
    test: Expr,
    yes: tuple[Expr, list[MicroOp]],
    no: tuple[Expr, list[MicroOp]],
    kind: Type,
    counts: bool = True,
) -> Expr:
    """A conditional expression whose sides make calls: they happen before the statement, each for its lanes."""
    slot = scope.temporary()
    sides = [[*calls, EvalOp(slot, expr.run)] for expr, calls in (yes, no)]
    scope.prelude.append(BranchOp(test.run, sides[0], sides[1], counts))
    return Expr(kind, lambda frame, mask: frame.variables[slot], UNKNOWN)


def _with_calls(
    scope: Scope, op: ast.boolop, left: Expr, right: Expr, calls: list[MicroOp]
) -> Expr:
    if isinstance(op, ast.And):
        never = operators.constant(False, BOOL)
        return _branch(scope, left, (right, calls), (never, []), BOOL, counts=False)
    always: Any = operators.constant(True, BOOL)
    return _branch(scope, left, (always, []), (right, calls), BOOL, counts=False)
