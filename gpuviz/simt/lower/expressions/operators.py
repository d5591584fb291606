"""Arithmetic, comparisons and casts with Numba's result types."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gpuviz.messages import Message
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.hazards.messages import DIVIDED_BY_0
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.numerics import division, powers, products
from gpuviz.simt.numerics.whole_numbers import to_whole
from gpuviz.simt.types import BOOL, FLOAT64, Scalar, TupleType, Type, is_time

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

_COMPARED_AS_FLOAT64 = {np.dtype(np.int64), np.dtype(np.uint64)}
SMALL_POWERS = range(0, 17)  # literal exponents that become multiplications


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
    if kind.kind in "iu" and isinstance(expr.type, np.dtype) and expr.type.kind == "f":
        return Expr(kind, lambda frame, mask: cast(run(frame, mask), kind), UNKNOWN, expr.pure)
    return Expr(kind, lambda frame, mask: run(frame, mask).astype(kind), UNKNOWN, expr.pure)


def cast(value: Value, kind: Scalar) -> Value:
    """A value cast as C casts: floats are cut off towards zero, integers wrap around.

    A fraction without a place in a whole type becomes what PTX's cvt makes of it.
    """
    given = value.dtype
    if given is kind or given == kind:
        return value
    if given.kind == "f" and kind.kind in "iu":
        return to_whole(value, kind)
    return value.astype(kind)


def binary(symbol: type[ast.operator], left: Expr, right: Expr, kind: Scalar) -> Expr:
    """`left symbol right`, computed in and giving `kind`."""
    if symbol is ast.Pow:
        return _folded(_power(left, right, kind), left, right)
    apply, one, other = _apply(symbol, left, right, kind), left.run, right.run
    if not is_time(kind, left.type, right.type):  # type: ignore[arg-type]
        one, other = convert(left, kind).run, convert(right, kind).run
    pure = left.pure and right.pure
    whole = Expr(kind, lambda f, m: apply(one(f, m), other(f, m)), UNKNOWN, pure)
    if kind.kind == "f" and symbol in (ast.Div, ast.FloorDiv) and right.const == 0:
        return whole  # what LLVM leaves to the GPU is no constant for what comes after it, either
    return _folded(whole, left, right)


def checked_divisor(
    scope: Scope, node: Any, divisor: Expr, kind: Type, note: Message = DIVIDED_BY_0
) -> Expr:
    """What a whole number of type `kind` is divided by: a 0 is noted."""
    numbers = kind, divisor.type
    if not all(isinstance(one, np.dtype) and one.kind in "biu" for one in numbers):
        return divisor
    if divisor.is_const and divisor.const != 0:
        return divisor
    run, place = divisor.run, scope.place(node)

    def checked(frame: CallFrame, mask: Mask) -> Value:
        value = run(frame, mask)
        frame.context.check_divisor(value, mask, note, place)
        return value

    return Expr(divisor.type, checked, pure=False)


def _apply(
    symbol: type[ast.operator], left: Expr, right: Expr, kind: Scalar
) -> Callable[[Any, Any], Any]:
    """How it is computed in a type; of constants LLVM does it, with C's fmod."""
    if kind.kind == "c" and symbol in (ast.Mult, ast.Div):
        return division.complex_quotient if symbol is ast.Div else products.complex_product
    if left.is_const and right.is_const:
        return BINARY[symbol]
    if kind.kind == "f" and symbol in (ast.FloorDiv, ast.Mod):
        return division.floor_quotient if symbol is ast.FloorDiv else division.floor_remainder
    if kind.kind == "i" and symbol is ast.FloorDiv and not (right.is_const and right.const != -1):
        return division.whole_quotient
    return BINARY[symbol]


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
    """`left symbol right`; an int64 and an uint64 compare as float64, as Numba has it."""
    if {left.type, right.type} == _COMPARED_AS_FLOAT64:
        left, right = convert(left, FLOAT64), convert(right, FLOAT64)
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
    run, pure = convert(base, kind).run, base.pure and exponent.pure
    if kind.kind == "f" and _is_small_literal(exponent):
        times = int(exponent.const)
        return Expr(kind, lambda f, m: _repeated(run(f, m), times), UNKNOWN, base.pure)
    if kind.kind == "c" or not _is_whole(exponent):
        exponent = convert(exponent, kind)
    apply, other = powers.complex_power if kind.kind == "c" else powers.power, exponent.run
    return Expr(kind, lambda f, m: apply(run(f, m), other(f, m)), UNKNOWN, pure)


def _is_whole(exponent: Expr) -> bool:
    return isinstance(exponent.type, np.dtype) and exponent.type.kind in "iu"


def _is_small_literal(exponent: Expr) -> bool:
    return isinstance(exponent.const, (int, np.integer)) and exponent.const in SMALL_POWERS


def _repeated(base: Value, times: int) -> Value:
    """base ** times by squaring, in the base's own type."""
    result = base.dtype.type(1)
    while times:
        if times & 1:
            result = result * base
        base, times = base * base, times >> 1
    return result
