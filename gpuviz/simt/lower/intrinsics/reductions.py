"""min, max and sum: of several numbers, of the items of a tuple or a range, of a 1D array."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.messages import KernelFailed, Message
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value, pick
from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import numbers_or_times
from gpuviz.simt.lower.expressions.enumerations import number_of
from gpuviz.simt.lower.expressions.tuples import items_of
from gpuviz.simt.lower.registry import intrinsic
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Run, Scope
from gpuviz.simt.lower.statements.loops import iterable
from gpuviz.simt.memory.slicing import elements_of
from gpuviz.simt.numerics.extremes import larger, smaller
from gpuviz.simt.types import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT64,
    ArrayType,
    IteratorType,
    RangeType,
    Scalar,
    TupleType,
    Type,
    binary_type,
    is_time,
)

Fold = Callable[[Any, Any], Any]
"""What becomes of the result so far and the next number."""


def _smaller(best: Value, value: Value) -> Value:
    return pick(np.less(value, best), value, best)


def _larger(best: Value, value: Value) -> Value:
    return pick(np.greater(value, best), value, best)


@intrinsic("builtins.min", unit="arithmetic")
def _smallest(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """min(a, b, ...) or min(items)."""
    return _extreme(scope, node, arguments, _smaller)


@intrinsic("builtins.max", unit="arithmetic")
def _largest(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """max(a, b, ...) or max(items)."""
    return _extreme(scope, node, arguments, _larger)


@intrinsic("builtins.sum", unit="special", words=("iterable", "start"))
def _total(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """sum(items) or sum(items, start)."""
    if not 1 <= len(arguments) <= 2:
        text = "sum takes a tuple or a 1D array, and the number to begin with."
        scope.refuse(node, "argument-count", text)
    start = arguments[1] if len(arguments) == 2 else operators.constant(0, INT64)
    numbers_or_times(scope, node, [start], 1)
    array = _array(arguments[0])
    if isinstance(arguments[0].type, RangeType):
        item = arguments[0].type.dtype
        kind = _sum_type(scope, node, _sum_type(scope, node, start.type, item), item)
        first = operators.convert(start, kind).run
        return _over_items(scope, node, kind, first, lambda one, other: one + other)
    if array is None:
        return _sum_of_items(scope, node, start, _items(scope, node, arguments[:1]))
    kind = _sum_type(scope, node, _sum_type(scope, node, start.type, array.dtype), array.dtype)
    first = operators.convert(start, kind).run
    return _over_elements(scope, node, arguments[0], kind, first, lambda one, other: one + other)


def _sum_of_items(scope: Scope, node: ast.Call, start: Expr, items: list[Expr]) -> Expr:
    result = start
    for item in items:
        kind = _sum_type(scope, node, result.type, item.type)
        result = operators.binary(ast.Add, result, item, kind)
    return result


def _sum_type(scope: Scope, node: ast.Call, one: object, other: object) -> Scalar:
    assert isinstance(one, np.dtype)
    assert isinstance(other, np.dtype)
    kind = binary_type("Add", one, other)
    if kind is None:
        text = "sum cannot add {one} and {other}."
        scope.refuse(node, "operand-types", text, one=one, other=other)
    return kind


def _extreme(scope: Scope, node: ast.Call, arguments: list[Expr], better: Fold) -> Expr:
    array = _array(arguments[0]) if len(arguments) == 1 else None
    item = _item_type(arguments[0].type) if len(arguments) == 1 else None
    if item is not None:
        _check_order(scope, node, [item])
        return _over_items(scope, node, item, None, better)
    if array is not None:
        _check_order(scope, node, [array.dtype])
        return _over_elements(scope, node, arguments[0], array.dtype, None, better)
    items = _items(scope, node, arguments)
    kinds = numbers_or_times(scope, node, items, len(items))
    if BOOL in kinds and set(kinds) != {BOOL}:
        text = not_in_numba_cuda.TRUTH_AND_NUMBER
        scope.refuse(node, "not-in-numba-cuda", text, name=ast.unparse(node.func))
    _check_order(scope, node, kinds)
    kind = np.result_type(*kinds)
    if len(arguments) == 2 and set(kinds) <= {FLOAT32, FLOAT64}:
        better = smaller if better is _smaller else larger  # Numba asks libdevice for these alone
    runs = [operators.convert(item, kind).run for item in items]

    def run(frame: CallFrame, mask: Mask) -> Value:
        best = runs[0](frame, mask)
        for other in runs[1:]:
            best = better(best, other(frame, mask))
        return best

    return Expr(kind, run, UNKNOWN, all(item.pure for item in items))


def _over_elements(
    scope: Scope, node: ast.Call, base: Expr, kind: Scalar, start: Any, fold: Fold
) -> Expr:
    """The elements of a 1D array, read one after the other; without `start` from the first on."""
    place, point = base.run, scope.point(node.args[0])

    def run(frame: CallFrame, mask: Mask) -> Value:
        array = place(frame, mask)
        result = None if start is None else start(frame, mask)
        for index, lanes in elements_of(array, mask):
            element = frame.context.load(frame, point, array, index, lanes)
            if result is None:
                result = element
            else:
                folded = fold(result, operators.cast(element, kind))
                result = folded if lanes is mask else pick(lanes.lanes, folded, result)
        return kind.type(0) if result is None else result

    return Expr(kind, run, UNKNOWN, pure=False)


def _item_type(kind: Type) -> Scalar | None:
    """The type of the numbers of a range, or of what an iterator gives."""
    if isinstance(kind, RangeType):
        return kind.dtype
    numbers = isinstance(kind, IteratorType) and isinstance(kind.item, np.dtype)
    return kind.item if numbers else None  # type: ignore[union-attr, return-value]


def _over_items(scope: Scope, node: ast.Call, kind: Scalar, start: Run | None, fold: Fold) -> Expr:
    """The numbers of a range, or of an iterator; without `start` there must be one at least."""
    begin, place = iterable(scope, node.args[0]).begin, scope.place(node)

    def run(frame: CallFrame, mask: Mask) -> Value:
        count, item = begin(frame, mask)
        result = None if start is None else start(frame, mask)
        missing = mask.lanes & (np.asarray(count) <= 0)
        if result is None and missing.any():
            block, thread = frame.context.thread_group.first_thread(missing)
            at = {"thread": str(thread), "block": str(block), "line": place.line}
            raise KernelFailed(Message("kernel.nothing-to-compare", NOTHING, at), place)
        lanes, turn = mask.split(np.greater(count, 0))[0], 0
        while lanes is not None:
            number = operators.cast(item(turn, lanes), kind)
            folded = number if result is None else fold(result, number)
            result = (
                folded if lanes is mask or result is None else pick(lanes.lanes, folded, result)
            )
            turn += 1
            lanes, _ = lanes.split(turn < count)
        return result

    return Expr(kind, run, UNKNOWN, pure=False)


NOTHING = (
    "line {line}: thread {thread} of block {block} asks for the smallest or largest of no numbers."
)


def _array(argument: Expr) -> ArrayType | None:
    kind = argument.type
    return kind if isinstance(kind, ArrayType) and kind.ndim == 1 else None


def _items(scope: Scope, node: ast.Call, arguments: list[Expr]) -> list[Expr]:
    """What is compared or added: the arguments, or the items of the only one."""
    if len(arguments) == 1 and isinstance(arguments[0].type, TupleType):
        arguments = list(map(number_of, items_of(scope, arguments[0])))
    elif len(arguments) == 1:
        arguments = []
    if not arguments:
        text = "{name} in a kernel takes two or more numbers, a tuple or a 1D array."
        scope.refuse(node, "argument-count", text, name=ast.unparse(node.func))
    numbers_or_times(scope, node, arguments, len(arguments))
    return arguments


def _check_order(scope: Scope, node: ast.Call, kinds: list[Scalar]) -> None:
    if is_time(*kinds) and len(set(kinds)) > 1:
        text = "{name}: a time can only be compared with one of its own type."
        scope.refuse(node, "operand-types", text, name=ast.unparse(node.func))
    if any(kind.kind == "c" for kind in kinds):
        text = "{name}: complex numbers have no order."
        scope.refuse(node, "complex-order", text, name=ast.unparse(node.func))
