"""Arithmetic, comparisons and casts with Numba's result types."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gpuviz.simt.execution.thread_group import Value
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.types import BOOL, FLOAT16, Scalar, TupleType, Type, is_time

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
    if expr.is_const:
        scalar = cast(_value(expr), kind)
        return constant(scalar, kind)
    run = expr.run
    if expr.type == FLOAT16:
        return Expr(kind, lambda frame, mask: cast(run(frame, mask), kind), UNKNOWN, expr.pure)
    return Expr(kind, lambda frame, mask: run(frame, mask).astype(kind), UNKNOWN, expr.pure)


def cast(value: Value, kind: Scalar) -> Value:
    """A value cast as C casts: floats are cut off towards zero, integers wrap around.

    A float16 is rounded to the nearest whole number: Numba's cast of it is PTX's cvt.rni.
    """
    given = value.dtype
    if given is kind or given == kind:
        return value
    return (np.rint(value) if given == FLOAT16 and kind.kind in "iu" else value).astype(kind)


def binary(symbol: type[ast.operator], left: Expr, right: Expr, kind: Scalar) -> Expr:
    """`left symbol right`, computed in and giving `kind`."""
    if symbol is ast.Pow:
        return _folded(_power(left, right, kind), left, right)
    apply, one, other = BINARY[symbol], left.run, right.run
    if not is_time(kind, left.type, right.type):  # type: ignore[arg-type]
        one, other = convert(left, kind).run, convert(right, kind).run
    pure = left.pure and right.pure
    whole = Expr(kind, lambda f, m: apply(one(f, m), other(f, m)), UNKNOWN, pure)
    return _folded(whole, left, right)


def unary(node: ast.unaryop, operand: Expr, kind: Scalar) -> Expr:
    """`-x`, `+x`, `~x`, `not x`; Numba negates and inverts in a number's own width."""
    if operand.type not in (kind, BOOL) and isinstance(node, (ast.Invert, ast.USub)):
        return convert(unary(node, operand, operand.type), kind)  # type: ignore[arg-type]
    run = operand.run if isinstance(node, ast.Not) else convert(operand, kind).run
    apply: dict[type[ast.unaryop], Callable[[Any], Any]] = {
        ast.USub: operator.neg,
        ast.UAdd: operator.pos,
        ast.Invert: operator.invert,
        ast.Not: np.logical_not,
    }
    change = apply[type(node)]
    return _folded(Expr(kind, lambda f, m: change(run(f, m)), UNKNOWN, operand.pure), operand)


def compare(symbol: type[ast.cmpop], left: Expr, right: Expr) -> Expr:
    """`left symbol right`; signed and unsigned integers compare as the numbers that they are."""
    apply, one, other = COMPARE[symbol], left.run, right.run
    pure = left.pure and right.pure
    whole = Expr(BOOL, lambda f, m: apply(one(f, m), other(f, m)), UNKNOWN, pure)
    return _folded(whole, left, right)


def truth(expr: Expr) -> Expr:
    """Whether a number is not zero."""
    if expr.type == BOOL:
        return expr
    run = expr.run
    return _folded(Expr(BOOL, lambda f, m: run(f, m) != 0, UNKNOWN, expr.pure), expr)


def applied(
    apply: Callable[..., Any], arguments: list[Expr], within: Sequence[Scalar], result: Type
) -> Expr:
    """A function of numbers, computed in the types `within` and giving `result`."""
    runs = [convert(a, kind).run for a, kind in zip(arguments, within, strict=True)]
    pure = all(argument.pure for argument in arguments)
    if isinstance(result, TupleType):
        return Expr(result, lambda f, m: apply(*(run(f, m) for run in runs)), UNKNOWN, pure)
    assert isinstance(result, np.dtype)
    kind = result
    if len(runs) == 1:
        one = runs[0]
        return Expr(kind, lambda f, m: cast(apply(one(f, m)), kind), UNKNOWN, pure)
    return Expr(kind, lambda f, m: cast(apply(*(run(f, m) for run in runs)), kind), UNKNOWN, pure)


def as_int64(number: Value) -> Value:
    """A number of Python's as NumPy's; what each lane has of its own stays."""
    return np.int64(number) if np.ndim(number) == 0 else number


def all_pure(parts: Sequence[Expr]) -> bool:
    """Whether nothing is counted or read where some expressions are evaluated."""
    return all(part.pure for part in parts)


def _folded(whole: Expr, *parts: Expr) -> Expr:
    """Known while the source is read where all its parts are; Numba knows such values, too."""
    if not all(part.is_const for part in parts):
        return whole
    assert isinstance(whole.type, np.dtype)
    return constant(_value(whole), whole.type)


def _value(expr: Expr) -> Any:
    """The value of an expression that is made of constants: no thread is needed to know it."""
    return expr.run(None, None)  # type: ignore[arg-type]


def _power(base: Expr, exponent: Expr, kind: Scalar) -> Expr:
    run = convert(base, kind).run
    if _is_static_power(exponent):
        times = int(exponent.const)
        return Expr(kind, lambda f, m: _repeated(run(f, m), times), UNKNOWN, base.pure)
    other = convert(exponent, kind).run
    apply = integer_power if kind.kind in "iu" else np.power
    pure = base.pure and exponent.pure
    return Expr(kind, lambda f, m: apply(run(f, m), other(f, m)), UNKNOWN, pure)


def _is_static_power(exponent: Expr) -> bool:
    return isinstance(exponent.const, (int, np.integer)) and exponent.const in STATIC_POWERS


def _repeated(base: Value, times: int) -> Value:
    """base ** times by squaring, in the base's own type."""
    result = base.dtype.type(1)
    while times:
        if times & 1:
            result = result * base
        base, times = base * base, times >> 1
    return result


def integer_power(base: Value, exponent: Value) -> Value:
    """Integer power; with a negative exponent 1 and -1 keep their size and the rest becomes 0."""
    power = np.power(base, np.maximum(exponent, exponent.dtype.type(0)))
    odd = (exponent & exponent.dtype.type(1)) != 0
    unit = np.where(base == 1, 1, np.where(base == -1, np.where(odd, -1, 1), 0))
    return np.where(exponent < 0, unit, power).astype(base.dtype)
