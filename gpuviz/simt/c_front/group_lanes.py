"""Which lanes of a warp a coalesced group has: counted by rank, found, and packed.

Ranks count the lanes of a group from its lowest one (CUDA C++ Programming Guide, Coalesced Groups).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import BOOL, INT, UNSIGNED, Scalar
from gpuviz.simt.c_front import arguments
from gpuviz.simt.c_front.scope import CScope, call_node
from gpuviz.simt.c_front.typed import Number, Typed
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.tuples import kept
from gpuviz.simt.lower.registry import Intrinsic, callee_named
from gpuviz.simt.lower.scope import UNKNOWN, Expr

Lowering = Callable[[CScope, syntax.Call, list[Typed]], Typed]
WARP = 32
NO_BIT = np.uint32(0xFFFFFFFF)


def _bits(word: Value) -> Any:
    """The bits of words, in a last axis of 32."""
    lanes = np.arange(WARP, dtype=np.uint32)
    return (np.asarray(word, np.uint32)[..., None] >> lanes) & np.uint32(1)


def _set_bit(word: Value, number: Value) -> Any:
    """Where the bit stands that is set and has so many set ones up to it; -1 where none does."""
    bits = _bits(word).astype(bool)
    counts = np.cumsum(bits, axis=-1)
    wanted = bits & (counts == np.asarray(number)[..., None])
    return np.where(wanted.any(axis=-1), wanted.argmax(axis=-1), -1)


def nth_set(word: Value, base: Value, offset: Value) -> Any:
    """`__fns`: the place of the n-th set bit from a bit on, upwards or downwards; else all ones."""
    bits, places = _bits(word), np.arange(WARP)
    first, offset = np.asarray(base, np.int64)[..., None], np.asarray(offset, np.int64)
    below = (bits * (places < first)).sum(axis=-1)
    up_to = (bits * (places <= first)).sum(axis=-1)
    number = np.where(offset > 0, below + offset, up_to + offset + 1)
    at_base = (up_to > below) & (offset == 0)
    found = _set_bit(word, np.where(offset == 0, up_to, number))
    found = np.where((offset == 0) & ~at_base, -1, found)
    return np.where(found < 0, NO_BIT, found).astype(np.uint32)


def _moved_lane(sign: int) -> Callable[..., Any]:
    """The lane so many ranks above or below; the lane itself where there is none."""

    def apply(members: Value, lane: Value, distance: Value) -> Any:
        own = np.asarray(lane, np.uint32)
        distance = np.asarray(distance, np.int64) & (WARP - 1)
        found = nth_set(members, own, sign * (distance + 1))
        return np.where(found == NO_BIT, own, found)

    return apply


def _packed(members: Value, word: Value) -> Any:
    """The bits of the members, by rank."""
    bits = _bits(members)
    ranks = np.cumsum(bits, axis=-1, dtype=np.uint32) - np.uint32(1)
    chosen = bits & _bits(word)
    return (chosen << np.where(bits, ranks, 0).astype(np.uint32)).sum(axis=-1, dtype=np.uint32)


def _of(takes: tuple[Scalar, ...], apply: Callable[..., Any]) -> Lowering:
    def lowering(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
        numbers = arguments.numbers(scope, node, given, len(takes))
        runs = [
            operators.convert(one.expr, kind).run for one, kind in zip(numbers, takes, strict=True)
        ]

        def run(frame: CallFrame, mask: Mask) -> Value:
            found = apply(*np.broadcast_arrays(*(part(frame, mask) for part in runs)))
            return found[()]

        pure = all(one.expr.pure for one in numbers)
        return Number(UNSIGNED, scope.counted(node, Expr(UNSIGNED, run, UNKNOWN, pure)))

    return lowering


def with_same_truth(scope: CScope, node: syntax.Call, members: Typed, number: Number) -> Expr:
    """The members for whom a number is as true as it is here."""
    assert isinstance(members, Number)
    named, again = kept(scope, operators.convert(members.expr, UNSIGNED))
    first, truth = kept(scope, operators.truth(number.expr))
    votes = _known(scope, node, "cuda.ballot_sync", [named, first]).run
    own, here = truth.run, again.run

    def run(frame: CallFrame, mask: Mask) -> Value:
        word = np.asarray(votes(frame, mask)).astype(np.uint32)
        return np.where(own(frame, mask), word, here(frame, mask) & ~word)[()]

    return Expr(UNSIGNED, run, UNKNOWN, pure=False)


def with_same_number(scope: CScope, node: syntax.Call, members: Typed, number: Number) -> Expr:
    """The members that have the same number."""
    assert isinstance(members, Number)
    named = operators.convert(members.expr, UNSIGNED)
    kind = INT if number.kind == BOOL or number.kind.itemsize < INT.itemsize else number.kind
    signed = np.dtype(f"i{kind.itemsize}") if kind.kind == "u" else kind
    value = operators.convert(operators.convert(number.expr, kind), signed)
    return operators.convert(_known(scope, node, "cuda.match_any_sync", [named, value]), UNSIGNED)


def _known(scope: CScope, node: syntax.Call, name: str, given: list[Expr]) -> Expr:
    callee = callee_named(name)
    assert isinstance(callee, Intrinsic)
    return callee.call(scope, call_node(node, f"__{name.removeprefix('cuda.')}"), given)


FUNCTIONS: dict[str, Lowering] = {
    "__fns": _of((UNSIGNED, UNSIGNED, INT), nth_set),
    "__lane_up": _of((UNSIGNED, UNSIGNED, UNSIGNED), _moved_lane(-1)),
    "__lane_down": _of((UNSIGNED, UNSIGNED, UNSIGNED), _moved_lane(1)),
    "__packed_lanes": _of((UNSIGNED, UNSIGNED), _packed),
}
