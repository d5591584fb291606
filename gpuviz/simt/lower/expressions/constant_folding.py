"""Operators between literals: Python does them itself, before Numba sees the function.

So `2 ** -1` is 0.5 in a kernel, though int64 to the power of int64 is int64, and `(1, 2) * 2` and
`"a" + "b"` are a tuple and a text, though Numba can neither repeat a tuple nor join texts. Python
leaves alone what would grow large (CPython's Python/ast_opt.c), and so does this.
"""

from __future__ import annotations

import ast
import operator
import sys
from collections.abc import Callable
from typing import Any

from gpuviz.simt.lower.expressions.operators import BINARY

LARGEST_BITS = 128  # of a whole number that Python computes ahead
MOST_CHARACTERS = 4096  # of a text
MOST_ITEMS, MOST_NESTED_ITEMS = 256, 1024  # of a tuple, and of those within it

Literal = bool | int | float | complex | str | bytes | tuple[Any, ...]
LITERALS = (int, float, complex, str, bytes)
OF_CALL = "of_call"
"""Attribute of an operator that stands for a call, `operator.pow(2, -1)`: Python computes none."""


def _inverted(literal: Any) -> Any:
    """Of True -2, as Python 3.12 and 3.13 warn; Python 3.14 leaves it to Numba, which negates."""
    if isinstance(literal, bool):
        return NotImplemented if sys.version_info >= (3, 14) else ~int(literal)
    return ~literal


_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: _inverted,
    ast.Not: operator.not_,
}


def computed_ahead(node: ast.expr) -> Literal | None:
    """What Python makes of an expression of literals; None where it leaves it alone."""
    if hasattr(node, OF_CALL):
        return None
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, LITERALS) else None
    if isinstance(node, ast.Tuple):
        items = tuple(computed_ahead(item) for item in node.elts)
        return None if None in items else items
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


def _item(node: ast.Subscript) -> Literal | None:
    """`b"abc"[1]`, `(0, 2.5)[1]`: a number. Of bytes that have a name it is an uint8."""
    given, index = computed_ahead(node.value), computed_ahead(node.slice)
    if not isinstance(given, (str, bytes, tuple)) or not isinstance(index, int):
        return None
    return _result(operator.getitem, given, index)


def _result(apply: Callable[..., Any], *operands: Literal) -> Literal | None:
    try:
        result = apply(*operands)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return None
    return None if result is NotImplemented else result


def _grows(op: ast.operator, left: Literal, right: Literal) -> bool:
    """Whether the result may be too large for Python to compute it ahead, or is a text of `%`."""
    if isinstance(op, ast.Mult) and isinstance(left, int) and not isinstance(right, (int, float)):
        left, right = right, left
    if isinstance(left, (str, bytes, tuple)):
        return isinstance(op, ast.Mod) or (isinstance(op, ast.Mult) and _repeats(left, right))
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    if isinstance(op, ast.Mult):
        return left.bit_length() + right.bit_length() > LARGEST_BITS
    if isinstance(op, ast.LShift):
        return left.bit_length() + right > LARGEST_BITS
    return isinstance(op, ast.Pow) and right > 0 and left.bit_length() * right > LARGEST_BITS


def _repeats(sequence: str | bytes | tuple[Any, ...], times: Literal) -> bool:
    """Whether Python leaves a text or a tuple alone that is to be repeated."""
    if not isinstance(times, int) or times < 0:
        return True
    if not isinstance(sequence, tuple):
        return len(sequence) * times > MOST_CHARACTERS
    return len(sequence) * times > MOST_ITEMS or _nested_items(sequence) * times > MOST_NESTED_ITEMS


def _nested_items(literal: Literal) -> int:
    return sum(1 + _nested_items(item) for item in literal) if isinstance(literal, tuple) else 0
