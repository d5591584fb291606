"""Operators of C: integer promotion, the usual conversions, division towards zero, shifts.

A product and a sum are rounded one after the other. nvcc joins them into one fused multiply-add
where it can (-fmad=true); so does numba-cuda, and for both the emulator does not.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.cuda_c.types import BOOL, DOUBLE, FLOAT, HALF, INT, Scalar
from gpuviz.simt.execution.thread_group import Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.scope import UNKNOWN, Expr

Apply = Callable[[Value, Value], Value]

COMPARE: dict[str, Apply] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
PLAIN: dict[str, Apply] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
SHIFTS: dict[str, Apply] = {"<<": operator.lshift, ">>": operator.rshift}
WHOLE_ONLY = ("&", "|", "^", "%", "<<", ">>")


def promoted(kind: Scalar) -> Scalar:
    """The type that a number is computed in at least: int for the small whole ones."""
    return INT if kind.kind in "biu" and kind.itemsize < INT.itemsize else kind


def common(left: Scalar, right: Scalar) -> Scalar:
    """The usual arithmetic conversions."""
    for kind in (DOUBLE, FLOAT, HALF):
        if kind in (left, right):
            return kind
    left, right = promoted(left), promoted(right)
    if left.itemsize != right.itemsize:
        return max(left, right, key=lambda kind: kind.itemsize)
    return left if left.kind == "u" else right


def binary_type(mark: str, left: Scalar, right: Scalar) -> Scalar | None:
    """The type of `left mark right`; None where C has no such operator."""
    if mark in WHOLE_ONLY and "f" in left.kind + right.kind:
        return None
    return promoted(left) if mark in SHIFTS else common(left, right)


def binary(mark: str, left: Expr, right: Expr, kind: Scalar) -> Expr:
    """`left mark right` in its type."""
    left, right = operators.convert(left, kind), operators.convert(right, kind)
    return applied(_apply(mark, kind), kind, left, right)


def compared(mark: str, left: Expr, right: Expr, kind: Scalar) -> Expr:
    """A comparison, done in a type; its own is bool, as in C++."""
    left, right = operators.convert(left, kind), operators.convert(right, kind)
    return applied(COMPARE[mark], BOOL, left, right)


def applied(apply: Apply, kind: Scalar, left: Expr, right: Expr) -> Expr:
    """A function of two numbers; known where both are."""
    one, other = left.run, right.run
    whole = Expr(
        kind, lambda f, m: apply(one(f, m), other(f, m)), UNKNOWN, left.pure and right.pure
    )
    return folded(whole, left, right)


def changed(apply: Callable[[Value], Value], kind: Scalar, operand: Expr) -> Expr:
    """A function of one number."""
    run = operand.run
    return folded(Expr(kind, lambda f, m: apply(run(f, m)), UNKNOWN, operand.pure), operand)


def folded(whole: Expr, *parts: Expr) -> Expr:
    """The value itself where all parts are known."""
    if not all(part.is_const for part in parts):
        return whole
    with np.errstate(all="ignore"):
        value: Any = whole.run(None, None)  # type: ignore[arg-type]
    assert isinstance(whole.type, np.dtype)
    return operators.constant(value, whole.type)


def _apply(mark: str, kind: Scalar) -> Apply:
    if mark in PLAIN:
        return PLAIN[mark]
    if mark in SHIFTS:
        return SHIFTS[mark]
    if kind.kind == "f":
        return operator.truediv
    if kind.kind == "u":
        return operator.floordiv if mark == "/" else operator.mod
    return whole_quotient if mark == "/" else whole_remainder


def whole_quotient(x: Value, y: Value) -> Value:
    """x / y of signed whole numbers, cut off towards zero; 0 where y is 0."""
    if not ((x < 0) | (y < 0)).any():
        return x // y
    quotient = x // y
    inexact = (x % y != 0) & ((x < 0) != (y < 0)) & (y != 0)
    return quotient + inexact.astype(x.dtype)


def whole_remainder(x: Value, y: Value) -> Value:
    """x % y of signed whole numbers, with the sign of x; 0 where y is 0."""
    if not ((x < 0) | (y < 0)).any():
        return x % y
    rest = x % y
    unlike = (rest != 0) & ((x < 0) != (y < 0))
    return np.where(unlike, rest - y, rest)[()]
