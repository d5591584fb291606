"""Whole numbers that a file tells: `(1 << 12)`, `sizeof(float) * N` with its constant N."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import INT, CType, Pointer, memory_dtype

if TYPE_CHECKING:
    from gpuviz.cuda_c.unit import Unit

DEEPEST = 60  # constants and operators within each other
WIDEST_SHIFT = 64
NO_NUMBERS: Mapping[str, int] = {}


def _divided(one: int, other: int) -> int:
    """As C does: towards 0."""
    return int(abs(one) // abs(other)) * (1 if (one < 0) == (other < 0) else -1)


OPERATORS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": _divided,
    "%": lambda one, other: one - other * _divided(one, other),
    "<<": operator.lshift, ">>": operator.rshift, "&": operator.and_, "|": operator.or_,
    "^": operator.xor, "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
    "<=": operator.le, ">=": operator.ge,
    "&&": lambda one, other: bool(one and other), "||": lambda one, other: bool(one or other),
}  # fmt: skip
SIGNS: Mapping[str, Callable[[int], int]] = {
    "-": operator.neg, "+": operator.pos, "~": operator.invert, "!": operator.not_
}  # fmt: skip


def number_of(
    unit: Unit,
    node: syntax.Expression,
    numbers: Mapping[str, int] = NO_NUMBERS,
    depth: int = 0,
) -> int | None:
    """The whole number that an expression is; None where the file does not tell it.

    `numbers` are names that hold only where it stands. What overflows int is not told.
    """
    found = _number_of(unit, node, numbers, depth)
    return found if found is not None and -(2**31) <= found < 2**32 else None


def _number_of(
    unit: Unit, node: syntax.Expression, numbers: Mapping[str, int], depth: int
) -> int | None:
    if depth > DEEPEST:
        return None
    if isinstance(node, syntax.Number):
        return int(node.value) if isinstance(node.value, int) else None
    if isinstance(node, syntax.Name):
        if node.id in numbers:
            return numbers[node.id]
        known = unit.variables.get(node.id)
        value = None if known is None or known.place != "plain" else known.variable.value
        return None if value is None else number_of(unit, value, depth=depth + 1)
    if isinstance(node, syntax.SizeOf):
        return None if isinstance(node.of, syntax.Node) else size_of(node.of)
    if isinstance(node, syntax.Cast):
        whole = node.kind == INT or node.kind in (np.dtype("i8"), np.dtype("u8"))
        return number_of(unit, node.operand, numbers, depth + 1) if whole else None
    if isinstance(node, syntax.Unary):
        operand = number_of(unit, node.operand, numbers, depth + 1)
        sign = SIGNS.get(node.mark)
        return None if operand is None or sign is None else int(sign(operand))
    if isinstance(node, syntax.Conditional):
        test = number_of(unit, node.test, numbers, depth + 1)
        side = node.yes if test else node.no
        return None if test is None else number_of(unit, side, numbers, depth + 1)
    if isinstance(node, syntax.Binary):
        return _combined(unit, node, numbers, depth)
    return None


def _combined(
    unit: Unit, node: syntax.Binary, numbers: Mapping[str, int], depth: int
) -> int | None:
    left, right = (number_of(unit, side, numbers, depth + 1) for side in (node.left, node.right))
    compute = OPERATORS.get(node.mark)
    if compute is None or left is None or right is None:
        return None
    if (node.mark in ("/", "%") and not right) or (
        node.mark in ("<<", ">>") and not 0 <= right < WIDEST_SHIFT
    ):
        return None
    return int(compute(left, right))


def size_of(kind: CType) -> int | None:
    """The bytes of a type; None where they are not known."""
    if isinstance(kind, Pointer):
        return 8
    dtype = memory_dtype(kind)
    return None if dtype is None else dtype.itemsize
