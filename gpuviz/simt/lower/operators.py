"""Arithmetic, comparisons and casts with Numba's result types."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.types import BOOL, Scalar

BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}

COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}

STATIC_POWERS = range(0, 17)  # literal exponents that become multiplications


def constant(value: Any, kind: Scalar) -> Expr:
    """A number that is known while the source is read."""
    scalar = np.array(value).astype(kind)[()]
    return Expr(kind, lambda frame, mask: scalar, value)


def convert(expr: Expr, kind: Scalar) -> Expr:
    """The expression cast to another type, as C casts."""
    if expr.type == kind:
        return expr
    if expr.is_const and isinstance(expr.const, (bool, int, float, complex, np.generic)):
        return constant(cast(expr.run(None, None), kind), kind)  # type: ignore[arg-type]
    run = expr.run
    return Expr(kind, lambda frame, mask: run(frame, mask).astype(kind), UNKNOWN, expr.pure)


def cast(value: Value, kind: Scalar) -> Value:
    """A value cast as C casts: floats are cut off towards zero, integers wrap around."""
    return value if value.dtype == kind else value.astype(kind)


def binary(symbol: type[ast.operator], left: Expr, right: Expr, kind: Scalar) -> Expr:
    """`left symbol right`, computed in and giving `kind`."""
    if symbol is ast.Pow:
        return _power(left, right, kind)
    apply = BINARY[symbol]
    one = left.run if _keeps(left.type, kind) else convert(left, kind).run
    other = right.run if _keeps(right.type, kind) else convert(right, kind).run
    const = UNKNOWN
    if left.is_const and right.is_const and kind.kind == "i":
        const = int(apply(one(None, None), other(None, None)))  # type: ignore[arg-type]
    pure = left.pure and right.pure
    return Expr(kind, lambda f, m: apply(one(f, m), other(f, m)), const, pure)


def unary(node: ast.unaryop, operand: Expr, kind: Scalar) -> Expr:
    """`-x`, `+x`, `~x`, `not x`."""
    run = operand.run if isinstance(node, ast.Not) else convert(operand, kind).run
    apply: Callable[[Any], Any] = {
        ast.USub: operator.neg,
        ast.UAdd: operator.pos,
        ast.Invert: operator.invert,
        ast.Not: np.logical_not,
    }[type(node)]
    const = UNKNOWN
    if operand.is_const and isinstance(node, ast.USub) and kind.kind in "if":
        const = -operand.const
    return Expr(kind, lambda f, m: apply(run(f, m)), const, operand.pure)


def compare(symbol: type[ast.cmpop], left: Expr, right: Expr) -> Expr:
    """`left symbol right`; NumPy compares signed with unsigned integers as numbers, and so does Numba."""
    apply, one, other = COMPARE[symbol], left.run, right.run
    pure = left.pure and right.pure
    return Expr(BOOL, lambda f, m: apply(one(f, m), other(f, m)), UNKNOWN, pure)


def truth(expr: Expr) -> Expr:
    """Whether a number is not zero."""
    if expr.type == BOOL:
        return expr
    run = expr.run
    return Expr(BOOL, lambda f, m: run(f, m) != 0, expr.const, expr.pure)


def choose(condition: Value, yes: Value, no: Value) -> Value:
    """`yes` where the condition holds, else `no`; item by item for tuples."""
    if isinstance(yes, tuple):
        return tuple(choose(condition, y, n) for y, n in zip(yes, no, strict=True))
    return np.where(condition, yes, no)


def _keeps(kind: object, result: Scalar) -> bool:
    """Whether NumPy computes in `result` by itself when one operand has it."""
    return kind == result


def _power(base: Expr, exponent: Expr, kind: Scalar) -> Expr:
    run = convert(base, kind).run
    if exponent.is_const and exponent.const in STATIC_POWERS and isinstance(exponent.const, int):
        times = exponent.const
        return Expr(kind, lambda f, m: _repeated(run(f, m), times), UNKNOWN, base.pure)
    other = convert(exponent, kind).run
    apply = _integer_power if kind.kind in "iu" else np.power
    pure = base.pure and exponent.pure
    return Expr(kind, lambda f, m: apply(run(f, m), other(f, m)), UNKNOWN, pure)


def _repeated(base: Value, times: int) -> Value:
    """base ** times by squaring, in the base's own type."""
    result = base.dtype.type(1)
    while times:
        if times & 1:
            result = result * base
        base, times = base * base, times >> 1
    return result


def _integer_power(base: Value, exponent: Value) -> Value:
    """Integer power; a negative exponent gives 0, as the cast of a fraction does (1 and -1 keep their value)."""
    power = np.power(base, np.maximum(exponent, exponent.dtype.type(0)))
    odd = (exponent & exponent.dtype.type(1)) != 0
    unit = np.where(base == 1, 1, np.where(base == -1, np.where(odd, -1, 1), 0))
    return np.where(exponent < 0, unit, power).astype(base.dtype)
