"""CUDA's functions of numbers and their bits: popc, clz, ffs, brev, selp, cbrt, fma."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value, pick
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import numbers, real_numbers
from gpuviz.simt.lower.registry import intrinsic, method
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.numerics import bits
from gpuviz.simt.numerics.fma import fma
from gpuviz.simt.types import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT8,
    UINT32,
    UINT64,
    Scalar,
    best_overload,
    type_name,
)

WIDE = tuple(np.dtype(kind) for kind in (np.int32, np.uint32, np.int64, np.uint64))
SELECTED = (*(np.dtype(kind) for kind in (np.int16, np.uint16)), *WIDE, FLOAT32, FLOAT64)


@intrinsic("cuda.popc", unit="arithmetic")
def _popc(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kind = _whole(scope, node, arguments, narrow=True)
    return _of_bits(arguments, INT8 if kind == BOOL else kind, np.bitwise_count)


@method(np.dtype, "bit_count")
def _bit_count(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """`n.bit_count()`: how many bits are set; on CUDA it is cuda.popc(n)."""
    kind = arguments[0].type
    if not isinstance(kind, np.dtype) or kind.kind not in "iu":
        text = "{name}: only whole numbers have bits to count, {kind} is given."
        scope.refuse(node, "bits", text, name=ast.unparse(node.func), kind=type_name(kind))
    return _of_bits(arguments, kind, np.bitwise_count)


@intrinsic("cuda.clz", unit="arithmetic")
def _clz(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """Bits above the highest that is set."""
    kind = _whole(scope, node, arguments, narrow=True)
    return _of_bits(arguments, INT8 if kind == BOOL else kind, bits.zeros_above)


@intrinsic("cuda.ffs", unit="arithmetic")
def _ffs(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """The number of the lowest bit that is set, counting from 1; 0 where none is."""
    kind = _whole(scope, node, arguments, narrow=False)
    return _of_bits(arguments, kind, bits.first_set, UINT32)


@intrinsic("cuda.brev", unit="arithmetic")
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


@intrinsic("cuda.selp", unit="special")
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

    def run(frame: CallFrame, mask: Mask) -> Value:
        condition, one, other = (part(frame, mask) for part in runs)
        return pick(condition, one, other)

    return Expr(yes, run, UNKNOWN, operators.all_pure(arguments))


@intrinsic("cuda.cbrt", unit="special")
def _cbrt(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    kind = best_overload(real_numbers(scope, node, arguments, 1), [(FLOAT32,), (FLOAT64,)])[0]
    run, pure = operators.convert(arguments[0], kind).run, arguments[0].pure
    return Expr(kind, lambda f, m: np.cbrt(run(f, m)), UNKNOWN, pure)


@intrinsic("cuda.fma", unit="arithmetic")
def _fma(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """x * y + z, rounded once."""
    kinds = real_numbers(scope, node, arguments, 3)
    kind = best_overload(kinds, [(FLOAT32,) * 3, (FLOAT64,) * 3])[0]
    runs = [operators.convert(argument, kind).run for argument in arguments]
    return Expr(
        kind,
        lambda f, m: fma(*(r(f, m) for r in runs)),
        UNKNOWN,
        operators.all_pure(arguments),
    )
