"""Tuples: their items, by a literal or by a number that a thread computes, and parts of them."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import numpy as np

from gpuviz.messages import KernelFailed, Message, SourcePlace, listed, word
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value, pick
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.enumerations import refuse_member
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope
from gpuviz.simt.types import OptionalType, TupleType, Type, type_name

OUTSIDE = (
    "thread {thread} of block {block} takes item {index} in line {line} of a tuple that has"
    " {count}: the index must be between 0 and {last}."
)


def typed(value: Value, kind: Type) -> Value:
    """A value as the type that it has where it is read: it may be merged with a wider one."""
    if isinstance(kind, np.dtype):
        return operators.cast(value, kind)
    if isinstance(kind, OptionalType) and isinstance(kind.item, np.dtype):
        return value[0], operators.cast(value[1], kind.item)
    return value


def nothing(kind: Type) -> Value | None:
    """What a variable of a type holds that was never set, as Numba has it; None for an array."""
    if isinstance(kind, np.dtype):
        return np.zeros((), kind)[()]
    if isinstance(kind, OptionalType) and isinstance(kind.item, np.dtype):
        return np.False_, nothing(kind.item)
    if isinstance(kind, TupleType):
        items = tuple(map(nothing, kind.items))
        return None if any(item is None for item in items) else items
    return None


def make_tuple(items: Sequence[Expr]) -> Expr:
    """A tuple of expressions."""
    runs = [item.run for item in items]
    kind = TupleType(tuple(item.type for item in items))
    const = tuple(item.const for item in items) if all(i.is_const for i in items) else UNKNOWN
    pure = all(item.pure for item in items)
    return Expr(kind, lambda f, m: tuple(run(f, m) for run in runs), const, pure)


def item_of(base: Expr, position: int) -> Expr:
    """One item of a tuple."""
    assert isinstance(base.type, TupleType)
    run, kind = base.run, base.type.items[position]
    const = base.const[position] if isinstance(base.const, tuple) else UNKNOWN
    return Expr(kind, lambda f, m: typed(run(f, m)[position], kind), const, base.pure)


def items_of(scope: Scope, base: Expr) -> list[Expr]:
    """All items, to be evaluated in this order: the tuple itself is evaluated once."""
    assert isinstance(base.type, TupleType)
    first, again = kept(scope, base)
    rest = range(1, len(base.type.items))
    return [item_of(first, 0), *(item_of(again, row) for row in rest)] if base.type.items else []


def kept(scope: Scope, expr: Expr) -> tuple[Expr, Expr]:
    """An expression to evaluate first, and its value to use again within the statement."""
    if expr.pure:
        return expr, expr
    slot, run = scope.temporary(), expr.run

    def first(frame: CallFrame, mask: Mask) -> Value:
        value = frame.variables[slot] = run(frame, mask)
        return value

    again = Expr(expr.type, lambda frame, mask: frame.variables[slot])
    return Expr(expr.type, first, UNKNOWN, pure=False), again


def concatenated(left: Expr, right: Expr) -> Expr:
    """`left + right`."""
    assert isinstance(left.type, TupleType)
    assert isinstance(right.type, TupleType)
    one, other = left.run, right.run
    both = left.is_const and right.is_const
    const = (*left.const, *right.const) if both else UNKNOWN
    kind = TupleType((*left.type.items, *right.type.items))
    pure = left.pure and right.pure
    return Expr(kind, lambda f, m: (*one(f, m), *other(f, m)), const, pure)


def subscript(scope: Scope, node: ast.Subscript, base: Expr, lower: Lower) -> Expr:
    """`t[0]`, `t[1:]`, and `t[i]` where all items are of one type."""
    assert isinstance(base.type, TupleType)
    if isinstance(node.slice, ast.Slice):
        return _part(scope, node, base, _limits(scope, node, node.slice, lower))
    index = lower(scope, node.slice)
    if isinstance(index.const, slice):
        return _part(scope, node, base, index.const)
    count = len(base.type.items)
    refuse_member(scope, node, index.type, node.slice)
    if not isinstance(index.type, np.dtype) or index.type.kind not in "iu":
        text = "the index of a tuple must be a whole number; {text} is a {kind}."
        kind = type_name(index.type)
        scope.refuse(node, "tuple-index", text, text=ast.unparse(node.slice), kind=kind)
    if not index.is_const:
        return _chosen(scope, node, base, index)
    if not -count <= int(index.const) < count:
        text = "the index of a tuple of {count} must be between 0 and {last}."
        scope.refuse(node, "tuple-index", text, count=count, last=count - 1)
    return item_of(base, int(index.const))


def _limits(scope: Scope, node: ast.Subscript, part: ast.Slice, lower: Lower) -> slice:
    limits = [
        None if limit is None else lower(scope, limit).const
        for limit in (part.lower, part.upper, part.step)
    ]
    if not all(limit is None or isinstance(limit, (int, np.integer)) for limit in limits):
        text = "the limits in {text} must be literals: the length of a tuple is fixed."
        scope.refuse(node, "tuple-index", text, text=ast.unparse(node))
    return slice(*limits)


def _part(scope: Scope, node: ast.Subscript, base: Expr, chosen: slice) -> Expr:
    assert isinstance(base.type, TupleType)
    run = base.run
    const = base.const[chosen] if isinstance(base.const, tuple) else UNKNOWN
    kind = TupleType(base.type.items[chosen])
    return Expr(kind, lambda f, m: run(f, m)[chosen], const, base.pure)


def _chosen(scope: Scope, node: ast.Subscript, base: Expr, index: Expr) -> Expr:
    """An item that each thread chooses."""
    assert isinstance(base.type, TupleType)
    kinds = base.type.items
    if len(set(kinds)) != 1:
        text = (
            "{text} has items of different types ({kinds}): its index must be a literal between 0"
            " and {last}."
        )
        named = listed([type_name(one) for one in kinds]) or word("none at all")
        values = {"text": ast.unparse(node.value), "kinds": named, "last": len(kinds) - 1}
        scope.refuse(node, "tuple-index", text, **values)
    run, find, place, kind = base.run, index.run, scope.place(node), kinds[0]

    def choose(frame: CallFrame, mask: Mask) -> Value:
        items, number = run(frame, mask), find(frame, mask)
        _check_inside(frame, mask, number, len(items), place)
        return typed(_picked(items, number, mask), kind)

    return Expr(kind, choose, UNKNOWN, pure=False)


def _picked(items: tuple[Value, ...], index: Value, mask: Mask) -> Value:
    """The item with each thread's number; all threads may take the same one."""
    where = np.broadcast_to(index, np.broadcast_shapes(np.shape(index), mask.lanes.shape))
    active = where[np.broadcast_to(mask.lanes, where.shape)]
    used = sorted({int(number) % len(items) for number in np.unique(active)})
    result = items[used[0]]
    for number in used[1:]:
        result = pick(index % len(items) == number, items[number], result)
    return result


def _check_inside(
    frame: CallFrame, mask: Mask, index: Value, count: int, place: SourcePlace
) -> None:
    outside = ((index < -count) | (index >= count)) & mask.lanes
    if not outside.any():
        return
    block, thread = frame.context.thread_group.first_thread(outside)
    where = np.broadcast_to(index, np.shape(outside))
    values = {
        "thread": str(thread),
        "block": str(block),
        "index": int(where[outside][0]),
        "line": place.line,
        "count": count,
        "last": count - 1,
    }
    raise KernelFailed(Message("kernel.tuple-index", OUTSIDE, values), place)


def spread(scope: Scope, nodes: Sequence[ast.expr], lower: Lower) -> list[Expr]:
    """The arguments of a call; `*t` stands for the items of a tuple."""
    found: list[Expr] = []
    for node in nodes:
        if not isinstance(node, ast.Starred):
            found.append(lower(scope, node))
            continue
        base = lower(scope, node.value)
        if not isinstance(base.type, TupleType):
            text = "{text}: only a tuple can be spread over arguments; this is a {kind}."
            kind = type_name(base.type)
            scope.refuse(node, "spread", text, text=ast.unparse(node), kind=kind)
        found += items_of(scope, base)
    return found
