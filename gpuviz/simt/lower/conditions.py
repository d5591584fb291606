"""`and`, `or`, chained comparisons and conditional expressions.

Only the lanes that need a part evaluate it, as in Python: what reads memory is counted, and
checked, for those alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.simt.cohort import Mask, Value, pick
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.comparing import compared
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.lower.tuples import kept
from gpuviz.simt.types import BOOL, Type, type_name, unify

Lower = Callable[[Scope, ast.expr], Expr]


def compare(scope: Scope, node: ast.Compare, lower: Lower) -> Expr:
    """`a < b < c ...`: an operand in the middle is evaluated once."""
    left, chained = lower(scope, node.left), len(node.ops) > 1
    right = lower(scope, node.comparators[0])
    right, again = kept(scope, right) if chained else (right, right)
    result = compared(scope, node, type(node.ops[0]), left, right)
    for op, operand in zip(node.ops[1:], node.comparators[1:], strict=True):
        last, following = kept(scope, lower(scope, operand))
        part = compared(scope, node, type(op), again, last)
        result, again = _also(result, part, is_and=True), following
    return result


def bool_op(scope: Scope, node: ast.BoolOp, number: Lower) -> Expr:
    """`a and b ...`, `a or b ...`: the last value that was needed, as in Python."""
    is_and = isinstance(node.op, ast.And)
    result = number(scope, node.values[0])
    for value in node.values[1:]:
        right = number(scope, value)
        if result.type == right.type == BOOL:
            result = _also(result, right, is_and)
            continue
        first, again = kept(scope, result)
        sides = (right, again) if is_and else (again, right)
        result = _choice(scope, node, operators.truth(first), sides, counts=False)
    return result


def if_exp(scope: Scope, node: ast.IfExp, lower: Lower, number: Lower) -> Expr:
    """`yes if test else no`; where a warp's lanes go both ways, it counts as divergent."""
    test = operators.truth(number(scope, node.test))
    if test.is_const:
        return lower(scope, node.body if test.const else node.orelse)
    sides = lower(scope, node.body), lower(scope, node.orelse)
    return _choice(scope, node, test, sides, counts=True)


def _choice(
    scope: Scope, node: ast.expr, test: Expr, sides: tuple[Expr, Expr], counts: bool
) -> Expr:
    yes, no = sides
    kind = unify(yes.type, no.type)
    if kind is None:
        text = "this expression is a {yes} on one side and a {no} on the other."
        names = {"yes": type_name(yes.type), "no": type_name(no.type)}
        scope.refuse(node, "two-types", text, **names)
    if isinstance(kind, np.dtype):
        yes, no = operators.convert(yes, kind), operators.convert(no, kind)
    return _select(test, yes, no, kind, counts)


def _also(left: Expr, right: Expr, is_and: bool) -> Expr:
    """`left and right` or `left or right` of two truth values."""
    one, other = left.run, right.run
    combined = np.logical_and if is_and else np.logical_or

    def run(frame: Frame, mask: Mask) -> Value:
        first = one(frame, mask)
        if right.pure:
            return combined(first, other(frame, mask))
        yes, no = mask.split(first)
        undecided = yes if is_and else no
        return first if undecided is None else combined(first, other(frame, undecided))

    return Expr(BOOL, run, UNKNOWN, left.pure and right.pure)


def _select(test: Expr, yes: Expr, no: Expr, kind: Type, counts: bool) -> Expr:
    def run(frame: Frame, mask: Mask) -> Value:
        condition = test.run(frame, mask)
        taken, other = mask.split(condition)
        if counts:
            frame.context.tally.branch(mask, taken)
        if other is None:
            return yes.run(frame, mask)
        if taken is None:
            return no.run(frame, mask)
        return pick(condition, yes.run(frame, taken), no.run(frame, other))

    pure = not counts and test.pure and yes.pure and no.pure
    return Expr(kind, run, UNKNOWN, pure)
