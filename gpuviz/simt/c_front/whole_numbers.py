"""Integer functions of CUDA's headers (CUDA Math API 13.0, Integer Intrinsics)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import INT, LONG, UNSIGNED, UNSIGNED_LONG, Scalar
from gpuviz.simt.c_front import arguments
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Number, Typed
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.scope import UNKNOWN, Expr

Lowering = Callable[[CScope, syntax.Call, list[Typed]], Typed]


def _of(takes: tuple[Scalar, ...], gives: Scalar, apply: Callable[..., Value]) -> Lowering:
    """A function of numbers of these types; what it computes is cut off to its own."""

    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        numbers = arguments.numbers(scope, node, given, len(takes))
        runs = [
            operators.convert(one.expr, kind).run for one, kind in zip(numbers, takes, strict=True)
        ]

        def run(frame: CallFrame, mask: Mask) -> Value:
            values = [np.asarray(part(frame, mask)) for part in runs]
            return apply(*values).astype(gives)

        pure = all(one.expr.pure for one in numbers)
        return Number(gives, scope.counted(node, Expr(gives, run, UNKNOWN, pure)))

    return lowering


def _chosen_bytes(x: Any, y: Any, selector: Any) -> Any:
    """Each of 4 numbers of 3 bits in the selector names one of 8 bytes; bit 3 spreads its sign."""
    both = x.astype(np.uint64) | (y.astype(np.uint64) << np.uint64(32))
    found = np.zeros_like(both)
    for place in range(4):
        number = (selector >> np.uint32(4 * place)) & np.uint32(15)
        byte = (both >> ((number & np.uint32(7)).astype(np.uint64) * np.uint64(8))) & np.uint64(255)
        sign = np.where(byte >> np.uint64(7), np.uint64(255), np.uint64(0))
        byte = np.where(number & np.uint32(8), sign, byte)
        found = found | (byte << np.uint64(8 * place))
    return found


def _funnel(left: bool, clamps: bool) -> Callable[..., Any]:
    def apply(low: Any, high: Any, shift: Any) -> Any:
        most = np.uint32(32)
        shift = np.minimum(shift, most) if clamps else shift & np.uint32(31)
        both = low.astype(np.uint64) | (high.astype(np.uint64) << np.uint64(32))
        if left:
            return (both << shift.astype(np.uint64)) >> np.uint64(32)
        return both >> shift.astype(np.uint64)

    return apply


def _low_24(value: Any) -> Any:
    """The lower 24 bits of an int, with their sign."""
    return (value.astype(np.int64) << np.int64(40)) >> np.int64(40)


def _dot_of_bytes(byte: Any, wide: Any) -> Callable[..., Any]:
    """__dp4a: four products of bytes and a sum."""

    def apply(x: Any, y: Any, total: Any) -> Any:
        for place in range(4):
            one, other = (
                ((side.astype(np.uint32) >> np.uint32(8 * place)) & np.uint32(255))
                .astype(np.uint8).view(byte).astype(wide)
                for side in (x, y)
            )  # fmt: skip
            total = total + one * other
        return total

    return apply


def _high_half(x: Any, y: Any) -> Any:
    """The upper 64 bits of a product of 128 bits."""
    product = x.astype(object) * y.astype(object)
    flat = [int(one) >> 64 for one in np.atleast_1d(product).ravel()]
    wrapped = [(one + 2**63) % 2**64 - 2**63 for one in flat]
    found = np.array(wrapped, dtype=np.int64)
    return found.reshape(np.shape(product))


FUNCTIONS: dict[str, Lowering] = {
    "__byte_perm": _of((UNSIGNED,) * 3, UNSIGNED, _chosen_bytes),
    "__funnelshift_l": _of((UNSIGNED,) * 3, UNSIGNED, _funnel(left=True, clamps=False)),
    "__funnelshift_lc": _of((UNSIGNED,) * 3, UNSIGNED, _funnel(left=True, clamps=True)),
    "__funnelshift_r": _of((UNSIGNED,) * 3, UNSIGNED, _funnel(left=False, clamps=False)),
    "__funnelshift_rc": _of((UNSIGNED,) * 3, UNSIGNED, _funnel(left=False, clamps=True)),
    "__mul24": _of((INT, INT), INT, lambda x, y: _low_24(x) * _low_24(y)),
    "__umul24": _of(
        (UNSIGNED, UNSIGNED), UNSIGNED,
        lambda x, y: (x & np.uint32(0xFFFFFF)) * (y & np.uint32(0xFFFFFF)),
    ),
    "__sad": _of(
        (INT, INT, UNSIGNED), UNSIGNED,
        lambda x, y, z: np.abs(x.astype(np.int64) - y) + z.astype(np.int64),
    ),
    "__usad": _of(
        (UNSIGNED,) * 3, UNSIGNED, lambda x, y, z: np.maximum(x, y) - np.minimum(x, y) + z
    ),
    "__rhadd": _of((INT, INT), INT, lambda x, y: (x.astype(np.int64) + y + 1) >> np.int64(1)),
    "__mul64hi": _of((LONG, LONG), LONG, _high_half),
    "__umul64hi": _of((UNSIGNED_LONG, UNSIGNED_LONG), UNSIGNED_LONG, _high_half),
    "__dp4a": _of((INT, INT, INT), INT, _dot_of_bytes(np.int8, np.int32)),
}  # fmt: skip
