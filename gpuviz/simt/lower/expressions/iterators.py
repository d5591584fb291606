"""Iterators as values, `iter(a)`, `zip(a, b)`, `a.flat`: how far each lane is in what it runs over.

Each place in the source has one iterator in a call, as Numba has it: it begins anew whenever
control comes there, and all names for it go on together.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Mergeable, Value, pick
from gpuviz.simt.lower.expressions.subscripts import Indices, check_index
from gpuviz.simt.lower.expressions.tuples import typed
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope
from gpuviz.simt.types import INT64, ArrayType, IteratorType, Type

Item = Callable[[int, Mask], Value]
"""The item with a number, for the lanes that take it."""
Begin = Callable[[CallFrame, Mask], tuple[Value, Item]]
"""Evaluates what is run over: how many items each lane has, and how to get them."""

ENDED = (
    "thread {thread} of block {block} asks for one more item in line {line}, but its iterator has"
    " no more: count the items, or use a for loop."
)


class LaneIterator(Mergeable):
    """What some lanes run over, and where each of them stands."""

    def __init__(self) -> None:
        self.parts: list[tuple[Value, Value, Item]] = []  # lanes, how many items, the items
        self.position: Value = np.int64(0)
        self.array: Any = None  # of a.flat

    def begin(self, mask: Mask, count: Value, item: Item, array: Any = None) -> LaneIterator:
        """The active lanes start at the first item of something."""
        kept = [(had & ~mask.lanes, *rest) for had, *rest in self.parts]
        self.parts = [part for part in kept if part[0].any()] + [(mask.lanes, count, item)]
        self.position = np.where(mask.lanes, 0, self.position)
        self.array = array if self.array is None else mask.merged(array, self.array)
        return self

    def left(self) -> Value:
        """How many items each lane has still to come."""
        count: Value = np.int64(0)
        for lanes, size, _ in self.parts:
            count = np.where(lanes, size, count)
        return count - self.position

    def take(self, mask: Mask) -> Value:
        """The next item of each active lane."""
        result = None
        for lanes, _, item in self.parts:
            mine, _ = mask.split(lanes)
            if mine is None:
                continue
            for number in np.unique(mine.active(self.position)):
                some, _ = mine.split(self.position == number)
                assert some is not None
                value = item(int(number), some)
                result = value if result is None else pick(some.lanes, value, result)
        self.position = self.position + mask.lanes
        return result

    def merged(self, condition: Value, other: LaneIterator) -> LaneIterator:
        """This one in the lanes where the condition holds, else the other one."""
        both = LaneIterator()
        mine = [(lanes & condition, *rest) for lanes, *rest in self.parts]
        theirs = [(lanes & ~condition, *rest) for lanes, *rest in other.parts]
        both.parts = [*mine, *theirs]
        both.position = np.where(condition, self.position, other.position)
        if self.array is not None:
            both.array = pick(condition, self.array, other.array)
        return both


def made(scope: Scope, node: ast.expr, source: Hashable, kind: Type, begin: Begin) -> Expr:
    """An iterator over a source of some kind that stands at a node."""
    site = _site(scope, node)

    def run(frame: CallFrame, mask: Mask) -> Value:
        return _iterator(frame, site).begin(mask, *begin(frame, mask))

    return Expr(IteratorType(kind, source), run, UNKNOWN, pure=False)


def flat(scope: Scope, node: ast.expr, base: Expr, begin: Begin) -> Expr:
    """`a.flat`: an iterator that has elements, too."""
    site, find, array = _site(scope, node), base.run, base.type
    assert isinstance(array, ArrayType)

    def run(frame: CallFrame, mask: Mask) -> Value:
        return _iterator(frame, site).begin(mask, *begin(frame, mask), find(frame, mask))

    return Expr(IteratorType(array.dtype, "flat", array), run, UNKNOWN, pure=False)


def _site(scope: Scope, node: ast.expr) -> int:
    """The slot of an iterator: the same one each time that its place is lowered."""
    return scope.slot_of(f".iterator {node.lineno} {node.col_offset} {node.end_col_offset}", INT64)


def _iterator(frame: CallFrame, site: int) -> LaneIterator:
    found = frame.variables[site]
    if found is None:
        found = frame.variables[site] = LaneIterator()
    assert isinstance(found, LaneIterator)
    return found


def following(expr: Expr, place: SourcePlace) -> Expr:
    """The next item. The kernel fails where an active lane has had all of them."""
    run, kind = expr.run, expr.type
    assert isinstance(kind, IteratorType)
    item = kind.item

    def take(frame: CallFrame, mask: Mask) -> Value:
        iterator: LaneIterator = run(frame, mask)
        ended = mask.lanes & (iterator.left() <= 0)
        if ended.any():
            block, thread = frame.context.thread_group.first_thread(ended)
            at = {"thread": str(thread), "block": str(block), "line": place.line}
            raise KernelFailed(Message("kernel.iterator-ended", ENDED, at), place)
        return typed(iterator.take(mask), item)

    return Expr(item, take, UNKNOWN, pure=False)


def rest_of(expr: Expr) -> Begin:
    """What a loop over an iterator runs over: all that is still to come."""
    run = expr.run

    def begin(frame: CallFrame, mask: Mask) -> tuple[Value, Item]:
        iterator: LaneIterator = run(frame, mask)
        return iterator.left(), lambda turn, lanes: iterator.take(lanes)

    return begin


def array_of(expr: Expr) -> Expr:
    """The array whose elements `a.flat` gives."""
    run, kind = expr.run, expr.type
    assert isinstance(kind, IteratorType)
    assert kind.array is not None
    return Expr(kind.array, lambda f, m: run(f, m).array, UNKNOWN, pure=False)


def flat_indices(scope: Scope, node: ast.Subscript, array: Expr, lower: Lower) -> Indices:
    """`a.flat[k]`: the index of the element with a number; outside where there is none."""
    index = lower(scope, node.slice)
    check_index(scope, node, [index.type], 1)
    kind, shape_of, find = array.type, array.run, index.run
    assert isinstance(kind, ArrayType)

    def key(axis: int) -> Callable[[CallFrame, Mask], Value]:
        return lambda frame, mask: _unravelled(find(frame, mask), shape_of(frame, mask).shape)[axis]

    return Indices(tuple(map(key, range(kind.ndim))), 0)


def _unravelled(number: Value, sizes: tuple[Value, ...]) -> list[Value]:
    """The index, by dimension; what is below 0 or too large stays so in the first dimension."""
    index: list[Value] = []
    left = number.astype(np.int64)
    for size in reversed(sizes[1:]):
        size = np.maximum(size, 1)
        index.insert(0, (left % size)[()])
        left = left // size
    return [np.where(left < 0, left - sizes[0], left)[()], *index] if sizes else []
