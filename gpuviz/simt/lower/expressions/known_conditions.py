"""Conditions that are known while a kernel is read: the side that is never taken does not count."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from types import NoneType
from typing import Any

import numpy as np

from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.constant_folding import computed_ahead
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope
from gpuviz.simt.types import ArrayType, TupleType

KNOWN = (bool, int, float, str, np.generic, NoneType)
INQUIRIES = ("hasattr", "isinstance", "type")
"""Functions whose result Numba knows while it reads a kernel."""


def decided(scope: Scope, node: ast.expr, lower: Lower, number: Lower) -> bool | None:
    """What a condition always is, as Python's compiler and Numba (dead_branch_prune) see it.

    They know literals, names for them and comparisons of such, and leave out the side that is never
    taken: its types do not count. A cast or sum of constants they leave to LLVM: None.
    """
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = decided(scope, node.operand, lower, number)
        return None if inner is None else not inner
    if isinstance(node, ast.BoolOp):
        return _all_or_any([decided(scope, part, lower, number) for part in node.values], node.op)
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        sides = [node.left, *node.comparators]
        pairs = [
            ast.copy_location(ast.Compare(left, [op], [right]), node)
            for left, op, right in zip(sides, node.ops, sides[1:], strict=False)
        ]
        return _all_or_any([decided(scope, pair, lower, number) for pair in pairs], ast.And())
    if isinstance(node, ast.Name) and node.id in scope.flow.known:
        return bool(_value(scope.flow.known[node.id][1]))
    if isinstance(node, ast.Compare):
        left, right = (_known(scope, side) for side in (node.left, node.comparators[0]))
        node = ast.copy_location(ast.Compare(left, node.ops, [right]), node)
    parts = [node.left, *node.comparators] if isinstance(node, ast.Compare) else [node]
    if not all(_is_seen(scope, part, lower) for part in parts):
        return None
    test = operators.truth(number(scope, node))
    return bool(test.const) if test.is_const else None


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of a comparison: Numba knows it as a condition, not as an operand of another."""

    taken: bool


def keep_known(scope: Scope, node: ast.Assign, value: Expr, lower: Lower, number: Lower) -> None:
    """Notes what the names of an assignment stand for, if Numba knows it before it infers types."""
    source: Any = UNKNOWN
    if isinstance(node.value, ast.Name) and node.value.id in scope.flow.known:
        source = scope.flow.known[node.value.id][1]
    elif isinstance(node.value, ast.Compare) and len(node.value.ops) == 1:
        taken = decided(scope, node.value, lower, number)
        source = UNKNOWN if taken is None else Decision(taken)
    elif isinstance(value.const, KNOWN) and _is_seen(scope, node.value, lower):
        source = value.const
    for target in node.targets if source is not UNKNOWN else ():
        if isinstance(target, ast.Name):
            scope.flow.known[target.id] = node.value, source


def _value(known: Any) -> Any:
    return known.taken if isinstance(known, Decision) else known


def _known(scope: Scope, node: ast.expr) -> ast.expr:
    """An operand; the constant that it stands for where it is a variable with one."""
    found = scope.flow.known.get(node.id) if isinstance(node, ast.Name) else None
    if found is None or isinstance(found[1], Decision):
        return node
    return ast.copy_location(ast.Constant(found[1]), node)


def _all_or_any(parts: list[bool | None], op: ast.boolop) -> bool | None:
    """One part decides `and` where it is False, `or` where it is True; else all have to."""
    decisive = isinstance(op, ast.Or)
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive


def _is_seen(scope: Scope, node: ast.expr, lower: Lower) -> bool:
    """Whether Numba sees through an operand: it is no cast and no result of an operator."""
    if computed_ahead(node) is not None:
        return True
    if isinstance(node, ast.BoolOp):
        left = needed(node.values, isinstance(node.op, ast.And))
        return len(left) == 1 and _is_seen(scope, left[0], lower)
    if isinstance(node, ast.Tuple):
        return all(_is_seen(scope, item, lower) for item in node.elts)
    if isinstance(node, ast.Name) and node.id in scope.program.parameters(scope.row):
        return not isinstance(scope.flow.types.get(node.id), np.dtype)
    if isinstance(node, ast.Attribute):
        return isinstance(lower(scope, node.value).type, ArrayType)
    if isinstance(node, ast.Call):
        if not isinstance(node.func, ast.Name):
            return False
        is_length = node.func.id == "len" and is_given_tuple(scope, node.args)
        return is_length or node.func.id in INQUIRIES
    return isinstance(node, (ast.Constant, ast.Name))


def is_given_tuple(scope: Scope, arguments: list[ast.expr]) -> bool:
    """Whether len() has a tuple that the function was given: its length is a literal for Numba."""
    names = scope.program.parameters(scope.row)
    name = arguments[0].id if len(arguments) == 1 and isinstance(arguments[0], ast.Name) else None
    return name in names and isinstance(scope.flow.types.get(name), TupleType)


def needed(values: list[ast.expr], is_and: bool) -> list[ast.expr]:
    """Those that Python's compiler leaves: it decides by literals in front."""
    while len(values) > 1:
        literal = computed_ahead(values[0])
        if literal is None:
            return values
        values = values[1:] if bool(literal) is is_and else values[:1]
    return values
