"""half2: two numbers of half precision that are computed with at once (cuda_fp16.h)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import FLOAT, HALF, VECTORS, Scalar, Struct
from gpuviz.simt.c_front import arguments, arithmetic, expressions
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Structure, Typed, number
from gpuviz.simt.execution.thread_group import Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.tuples import item_of, kept, make_tuple
from gpuviz.simt.lower.scope import UNKNOWN, Expr

HALF2, FLOAT2 = VECTORS["half2"], VECTORS["float2"]
Lowering = Callable[[CScope, syntax.Call, list[Typed]], Typed]
OPERATORS = {"__hadd2": "+", "__hsub2": "-", "__hmul2": "*", "__h2div": "/"}


def combined(
    scope: CScope, node: syntax.Node, mark: str, left: Typed, right: Typed
) -> Typed | None:
    """`left mark right` of two half2; None for anything else."""
    alike = isinstance(left, Structure) and isinstance(right, Structure)
    if not alike or left.kind != HALF2 or right.kind != HALF2 or mark not in OPERATORS.values():  # type: ignore[union-attr]
        return None
    assert isinstance(left, Structure)
    assert isinstance(right, Structure)
    pairs = zip(_parts(scope, left), _parts(scope, right), strict=True)
    return _made(
        [scope.counted(node, arithmetic.binary(mark, one, other, HALF)) for one, other in pairs]
    )


def _made(parts: list[Expr], kind: Struct = HALF2) -> Structure:
    return Structure(kind, make_tuple(parts))


def _parts(scope: CScope, pair: Structure) -> list[Expr]:
    """Both numbers; the first is to be evaluated first."""
    first, again = kept(scope, pair.expr)
    return [item_of(first, 0), item_of(again, 1)]


def _pairs(scope: CScope, node: syntax.Call, given: list[Typed], count: int) -> list[Structure]:
    """Exactly so many half2. Raises NotSupportedError for anything else."""
    arguments.check_count(scope, node, count)
    found = [
        expressions.converted(scope, part, one, HALF2)
        for part, one in zip(node.arguments, given, strict=True)
    ]
    return [one for one in found if isinstance(one, Structure)]


def _operation(mark: str) -> Lowering:
    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        left, right = _pairs(scope, node, given, 2)
        found = combined(scope, node, mark, left, right)
        assert found is not None
        return found

    return lowering


def _fused(scope: CScope, node: syntax.Node, x: Expr, y: Expr, z: Expr) -> Expr:
    """x * y + z, rounded once: both fit into a double."""
    one, other, third = (operators.convert(part, HALF).run for part in (x, y, z))

    def run(frame: object, mask: object) -> Value:
        wide = [np.asarray(part(frame, mask)).astype(np.float64) for part in (one, other, third)]  # type: ignore[arg-type]
        return (wide[0] * wide[1] + wide[2]).astype(np.float16)

    return scope.counted(node, Expr(HALF, run, UNKNOWN, x.pure and y.pure and z.pure))


def _fused_pairs(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    columns = [_parts(scope, pair) for pair in _pairs(scope, node, given, 3)]
    return _made([_fused(scope, node, *parts) for parts in zip(*columns, strict=True)])


def _fused_number(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    x, y, z = arguments.numbers(scope, node, given, 3)
    return number(_fused(scope, node, x.expr, y.expr, z.expr))


def _of_numbers(count: int) -> Lowering:
    """A half2 of two numbers, or twice the same one."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        found = arguments.numbers(scope, node, given, count)
        if count == 2:
            return _made([operators.convert(one.expr, HALF) for one in found])
        return _made(list(kept(scope, operators.convert(found[0].expr, HALF))))

    return lowering


def _half_of(row: int, gives: Scalar) -> Lowering:
    """The lower or the upper number."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        (pair,) = _pairs(scope, node, given, 1)
        return number(operators.convert(item_of(pair.expr, row), gives))

    return lowering


def _to_floats(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    (pair,) = _pairs(scope, node, given, 1)
    return _made([operators.convert(part, FLOAT) for part in _parts(scope, pair)], FLOAT2)


def _of_floats(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    arguments.check_count(scope, node, 1)
    pair = expressions.converted(scope, node.arguments[0], given[0], FLOAT2)
    assert isinstance(pair, Structure)
    return _made([operators.convert(part, HALF) for part in _parts(scope, pair)])


def _negative(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    (one,) = arguments.numbers(scope, node, given, 1)
    return number(arithmetic.changed(np.negative, HALF, operators.convert(one.expr, HALF)))


def _absolute(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    (one,) = arguments.numbers(scope, node, given, 1)
    return number(arithmetic.changed(np.abs, HALF, operators.convert(one.expr, HALF)))


def _extreme(apply: Callable[[Value, Value], Value]) -> Lowering:
    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        one, other = (
            operators.convert(part.expr, HALF) for part in arguments.numbers(scope, node, given, 2)
        )
        return number(scope.counted(node, arithmetic.applied(apply, HALF, one, other)))

    return lowering


FUNCTIONS: dict[str, Lowering] = {
    **{name: _operation(mark) for name, mark in OPERATORS.items()},
    "__hfma2": _fused_pairs,
    "__hfma": _fused_number,
    "__floats2half2_rn": _of_numbers(2),
    "__halves2half2": _of_numbers(2),
    "__float2half2_rn": _of_numbers(1),
    "__half2half2": _of_numbers(1),
    "__low2float": _half_of(0, FLOAT),
    "__high2float": _half_of(1, FLOAT),
    "__low2half": _half_of(0, HALF),
    "__high2half": _half_of(1, HALF),
    "__half22float2": _to_floats,
    "__float22half2_rn": _of_floats,
    "__hneg": _negative,
    "__habs": _absolute,
    "__hmax": _extreme(np.fmax),
    "__hmin": _extreme(np.fmin),
}
