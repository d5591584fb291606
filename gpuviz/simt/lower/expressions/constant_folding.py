"""Arithmetic between literals: Python does it itself, before Numba sees the function.

So `2 ** -1` is 0.5 in a kernel, though int64 to the power of int64 is int64. Python leaves alone
what would grow large (CPython's Python/ast_opt.c), and so does this.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from gpuviz.simt.lower.expressions.operators import BINARY

LARGEST_BITS = 128  # of a whole number that Python computes ahead

_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}

Number = bool | int | float | complex


def computed_ahead(node: ast.expr) -> Number | None:
    """What Python makes of an expression of literals; None where it leaves it alone."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, (int, float, complex)) else None
    if isinstance(node, ast.UnaryOp):
        operand = computed_ahead(node.operand)
        return None if operand is None else _result(_UNARY[type(node.op)], operand)
    if isinstance(node, ast.Subscript):
        return _item(node)
    if not isinstance(node, ast.BinOp) or type(node.op) not in BINARY:
        return None
    left, right = computed_ahead(node.left), computed_ahead(node.right)
    if left is None or right is None or _grows(node.op, left, right):
        return None
    return _result(BINARY[type(node.op)], left, right)


def _item(node: ast.Subscript) -> Number | None:
    """`b"abc"[1]`, `(0, 2.5)[1]`: a number. Of bytes that have a name it is an uint8."""
    given, index = node.value, computed_ahead(node.slice)
    items: list[Number | None] = []
    if isinstance(given, ast.Constant) and isinstance(given.value, bytes):
        items = list(given.value)
    elif isinstance(given, ast.Tuple):
        items = [computed_ahead(item) for item in given.elts]
    if None in items or not isinstance(index, int) or not -len(items) <= index < len(items):
        return None
    return items[index]


def _result(apply: Callable[..., Any], *operands: Number) -> Number | None:
    try:
        result: Number = apply(*operands)
    except (ArithmeticError, TypeError, ValueError):
        return None
    return result


def _grows(op: ast.operator, left: Number, right: Number) -> bool:
    """Whether the result may be too large for Python to compute it ahead."""
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    if isinstance(op, ast.Mult):
        return left.bit_length() + right.bit_length() > LARGEST_BITS
    if isinstance(op, ast.LShift):
        return left.bit_length() + right > LARGEST_BITS
    return isinstance(op, ast.Pow) and right > 0 and left.bit_length() * right > LARGEST_BITS
