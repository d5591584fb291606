"""divmod, pow and round, and CUDA's functions of bits: popc, clz, ffs, brev, selp, cbrt, fma."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt import bits
from gpuviz.simt.cohort import Mask, Value, pick
from gpuviz.simt.fma import fma
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower import operators
from gpuviz.simt.lower.arguments import numbers
from gpuviz.simt.lower.mathematics import applied
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.types import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT8,
    INT64,
    UINT32,
    UINT64,
    Scalar,
    TupleType,
    best_overload,
    binary_type,
    type_name,
)

WIDE = tuple(np.dtype(kind) for kind in (np.int32, np.uint32, np.int64, np.uint64))
SELECTED = (*(np.dtype(kind) for kind in (np.int16, np.uint16)), *WIDE, FLOAT32, FLOAT64)


def _divmod(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kinds = _real(scope, node, arguments, 2)
    overloads = [(kind, kind) for kind in (INT64, UINT64, FLOAT32, FLOAT64)]
    kind = best_overload(kinds, overloads)[0]
    one, other = (operators.convert(argument, kind).run for argument in arguments)

    def run(frame: Frame, mask: Mask) -> Value:
        left, right = one(frame, mask), other(frame, mask)
        return left // right, left % right

    return Expr(TupleType((kind, kind)), run, UNKNOWN, _all_pure(arguments))


def _pow(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """As `a ** b`, but a literal exponent is no multiplication here."""
    left, right = numbers(scope, node, arguments, 2)
    kind = binary_type("Pow", left, right)
    assert kind is not None  # numbers of all types have powers
    base, exponent = (Expr(a.type, a.run, UNKNOWN, a.pure) for a in arguments)
    return operators.binary(ast.Pow, base, exponent, kind)


def _round(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """To the nearest whole number, halves to the even one: int64. With digits: a fraction."""
    if len(arguments) == 2:
        return _round_to_digits(scope, node, arguments)
    kind = best_overload(_real(scope, node, arguments, 1), [(FLOAT32,), (FLOAT64,)])[0]
    run, pure = operators.convert(arguments[0], kind).run, arguments[0].pure
    return Expr(INT64, lambda f, m: np.rint(run(f, m)).astype(INT64), UNKNOWN, pure)


def _round_to_digits(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """round(x, digits), with a number of digits that may differ between threads."""
    number, digits = _real(scope, node, arguments, 2)
    if digits.kind not in "iu":
        text = "the number of digits in {name} must be a whole number."
        scope.refuse(node, "round", text, name=ast.unparse(node.func))
    kind = best_overload([number], [(FLOAT32,), (FLOAT64,)])[0]
    return applied(_rounded, arguments, (kind, INT64), kind)


def _rounded(number: Value, digits: Value) -> Value:
    """As Numba does on CUDA: scaled, rounded and scaled back in float64."""
    scale = np.power(10.0, np.abs(digits))
    scaled = np.where(digits >= 0, number * scale, number / scale)
    rounded = np.where(digits >= 0, np.rint(scaled) / scale, np.rint(scaled) * scale)
    return np.where(np.isfinite(number) & np.isfinite(scaled), rounded, number)


def _popc(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kind = _whole(scope, node, arguments, narrow=True)
    return _of_bits(arguments, INT8 if kind == BOOL else kind, np.bitwise_count)


def bit_count(scope: Scope, node: ast.Call, number: Expr) -> Expr:
    """`n.bit_count()`: how many bits are set; on CUDA it is cuda.popc(n)."""
    kind = number.type
    if not isinstance(kind, np.dtype) or kind.kind not in "iu":
        text = "{name}: only whole numbers have bits to count, {kind} is given."
        scope.refuse(node, "bits", text, name=ast.unparse(node.func), kind=type_name(kind))
    return _of_bits([number], kind, np.bitwise_count)


def _clz(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """Bits above the highest that is set."""
    kind = _whole(scope, node, arguments, narrow=True)
    return _of_bits(arguments, INT8 if kind == BOOL else kind, bits.zeros_above)


def _ffs(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """The number of the lowest bit that is set, counting from 1; 0 where none is."""
    kind = _whole(scope, node, arguments, narrow=False)
    return _of_bits(arguments, kind, bits.first_set, UINT32)


def _brev(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """The bits in the opposite order: of 32 bits, but for uint64."""
    kind = _whole(scope, node, arguments, narrow=True)
    return _of_bits(arguments, UINT64 if kind == UINT64 else UINT32, bits.reversed_bits)


def _whole(scope: Scope, node: ast.Call, arguments: list[Expr], narrow: bool) -> Scalar:
    """The type of the one argument, a whole number; Numba has some functions for wide ones only."""
    (kind,) = numbers(scope, node, arguments, 1)
    if kind.kind not in "biu" or not (narrow or kind in WIDE):
        text = "{name} takes whole numbers, {kind} is given."
        if not narrow:
            text = "{name} takes whole numbers of 32 or 64 bits, {kind} is given."
        scope.refuse(node, "bits", text, name=ast.unparse(node.func), kind=kind)
    return kind


def _of_bits(
    arguments: list[Expr],
    kind: Scalar,
    apply: Callable[[Any], Any],
    result: Scalar | None = None,
) -> Expr:
    """A function of the bits of a number converted to `kind`, given to it as unsigned."""
    run, given = operators.convert(arguments[0], kind).run, result or kind
    unsigned = np.dtype(f"u{kind.itemsize}")
    pure = arguments[0].pure
    return Expr(given, lambda f, m: apply(run(f, m).astype(unsigned)).astype(given), UNKNOWN, pure)


def _selp(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """`selp(test, yes, no)`: both sides are evaluated, and no branch is taken."""
    test, yes, no = numbers(scope, node, arguments, 3)
    if test != BOOL or yes != no or yes not in SELECTED:
        text = (
            "cuda.selp takes a comparison and two numbers of one type of 16 bits or more;"
            " {test}, {yes} and {no} are given."
        )
        scope.refuse(node, "selection", text, test=test, yes=yes, no=no)
    runs = [argument.run for argument in arguments]

    def run(frame: Frame, mask: Mask) -> Value:
        condition, one, other = (part(frame, mask) for part in runs)
        return pick(condition, one, other)

    return Expr(yes, run, UNKNOWN, _all_pure(arguments))


def _cbrt(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kind = best_overload(_real(scope, node, arguments, 1), [(FLOAT32,), (FLOAT64,)])[0]
    run, pure = operators.convert(arguments[0], kind).run, arguments[0].pure
    return Expr(kind, lambda f, m: np.cbrt(run(f, m)), UNKNOWN, pure)


def _fma(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """x * y + z, rounded once."""
    kinds = _real(scope, node, arguments, 3)
    kind = best_overload(kinds, [(FLOAT32,) * 3, (FLOAT64,) * 3])[0]
    runs = [operators.convert(argument, kind).run for argument in arguments]
    return Expr(kind, lambda f, m: fma(*(r(f, m) for r in runs)), UNKNOWN, _all_pure(arguments))


def _real(scope: Scope, node: ast.Call, arguments: list[Expr], count: int) -> list[Scalar]:
    kinds = numbers(scope, node, arguments, count)
    if any(kind.kind == "c" for kind in kinds):
        text = "{name} does not take complex numbers."
        scope.refuse(node, "math-complex", text, name=ast.unparse(node.func))
    return kinds


def _all_pure(arguments: list[Expr]) -> bool:
    return all(argument.pure for argument in arguments)


FUNCTIONS: dict[str, Callable[[Scope, ast.Call, list[Expr]], Expr]] = {
    "builtins.divmod": _divmod,
    "builtins.pow": _pow,
    "builtins.round": _round,
    "cuda.popc": _popc,
    "cuda.clz": _clz,
    "cuda.ffs": _ffs,
    "cuda.brev": _brev,
    "cuda.selp": _selp,
    "cuda.cbrt": _cbrt,
    "cuda.fma": _fma,
}
