"""while and for: lowered again until the types at their header stand still."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gpuviz.messages import listed, word
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.constants import bytes_array
from gpuviz.simt.lower.expressions.iterators import rest_of
from gpuviz.simt.lower.expressions.known_conditions import decided
from gpuviz.simt.lower.expressions.lowering import array_in, lower, number
from gpuviz.simt.lower.expressions.ranges import check_step, make_range, rounds
from gpuviz.simt.lower.expressions.tuples import items_of, typed
from gpuviz.simt.lower.flow import Flow, joined
from gpuviz.simt.lower.nodes import For, Jump, Loop, Node, While
from gpuviz.simt.lower.registry import iteration_form, iteration_named
from gpuviz.simt.lower.scope import Expr, LoopScope, Scope, Symbol
from gpuviz.simt.lower.statements.assignments import loop_target
from gpuviz.simt.lower.statements.loop_progress import mattering_names
from gpuviz.simt.memory.reshaping import size_of
from gpuviz.simt.memory.slicing import part, unravelled
from gpuviz.simt.types import (
    INT64,
    ArrayType,
    IteratorType,
    RangeType,
    Scalar,
    TupleType,
    Type,
    type_name,
)

Block = Callable[[Scope, list[ast.stmt]], list[Node]]

MOST_PASSES = 12  # over a loop's body; each pass widens at least one type

Item = Callable[[int, Mask], Value]
"""The item of a turn, for the lanes that take it; turns count from 0."""


@dataclass(frozen=True, slots=True)
class RangeItems:
    """The numbers of a range, by turn."""

    first: Value
    step: Value
    kind: Scalar

    def __call__(self, turn: int, lanes: Mask) -> Value:
        """The number of a turn."""
        return self.first + of_kind(turn, self.kind) * self.step


def of_kind(turn: Any, kind: Scalar) -> Value:
    """A turn as a number of a type: it is Python's, or one that code is compiled for."""
    return kind.type(turn) if isinstance(turn, int) else turn.astype(kind)


Begin = Callable[[CallFrame, Mask], tuple[Value, Item]]
"""Evaluates what is run over: how many items each lane has, and how to get them."""


@dataclass(frozen=True, slots=True)
class Iteration:
    """Something that a for loop can run over, and the type of its items."""

    kind: Type
    begin: Begin


def iterable(scope: Scope, node: ast.expr) -> Iteration:
    """What stands behind `in`. Raises NotSupportedError for what has no items."""
    if isinstance(node, ast.List):  # Python makes a tuple of it before Numba sees it
        node = ast.copy_location(ast.Tuple(node.elts, ast.Load()), node)
    if isinstance(node, ast.Call):
        called = lower(scope, node.func).const
        name = called.name if isinstance(called, Symbol) else ""
        handler = iteration_named(name)
        if handler is not None:
            return handler(scope, node)
    expr = bytes_array(scope, node, array_in(scope, node))
    if isinstance(expr.type, TupleType):
        return _tuple(scope, node, expr, expr.type)
    if isinstance(expr.type, ArrayType) and expr.type.ndim > 0:
        return _array(scope, node, expr, expr.type)
    if isinstance(expr.type, RangeType):
        return _range(scope, node, expr)
    if isinstance(expr.type, IteratorType):
        return Iteration(expr.type.item, rest_of(expr))
    text = "a for loop in a kernel runs over range(...), a tuple or an array; {text} is a {kind}."
    scope.refuse(node, "loop-range", text, text=ast.unparse(node), kind=type_name(expr.type))


@iteration_form("builtins.range", "numba.prange")
def _called_range(scope: Scope, node: ast.Call) -> Iteration:
    limits = [number(scope, argument) for argument in node.args]
    return _range(scope, node, make_range(scope, node, limits))


def _range(scope: Scope, node: ast.expr, expr: Expr) -> Iteration:
    """The numbers of a range, all of one type."""
    assert isinstance(expr.type, RangeType)
    run, kind, place = expr.run, expr.type.dtype, scope.place(node)

    def begin(frame: CallFrame, mask: Mask) -> tuple[Value, Item]:
        first, last, step = (typed(bound, kind) for bound in run(frame, mask))
        check_step(step, mask, place)
        return rounds(first, last, step), RangeItems(first, step, kind)

    return Iteration(kind, begin)


def _tuple(scope: Scope, node: ast.expr, expr: Expr, kind: TupleType) -> Iteration:
    """All items have one type, as Numba demands."""
    if len(set(kind.items)) != 1:
        text = (
            "{text} has items of different types ({kinds}): a loop runs over a tuple whose items"
            " are all of one type, for example 1.0 beside 2.5."
        )
        kinds = listed([type_name(item) for item in kind.items]) or word("none at all")
        scope.refuse(node, "loop-types", text, text=ast.unparse(node), kinds=kinds)
    run, count, item = expr.run, np.int64(len(kind.items)), kind.items[0]

    def begin(frame: CallFrame, mask: Mask) -> tuple[Value, Item]:
        values = run(frame, mask)
        return count, lambda turn, lanes: typed(_nth(values, turn), item)

    return Iteration(item, begin)


def _nth(items: Sequence[Value], turn: Any) -> Value:
    """An item; of a turn for which code is compiled, whichever it will be."""
    if isinstance(turn, int):
        return items[turn]
    chosen = items[0]
    for position, item in enumerate(items[1:], 1):
        chosen = np.where(turn == position, item, chosen)
    return chosen


def _array(scope: Scope, node: ast.expr, expr: Expr, kind: ArrayType) -> Iteration:
    """Each turn's header reads the next element, or takes the next row or record."""
    run, point = expr.run, scope.point(node)
    is_number = kind.ndim == 1 and kind.dtype.names is None

    def begin(frame: CallFrame, mask: Mask) -> tuple[Value, Item]:
        array = run(frame, mask)

        def element(turn: int, lanes: Mask) -> Value:
            return frame.context.load(frame, point, array, [of_kind(turn, INT64)], lanes)

        def row(turn: int, lanes: Mask) -> Value:
            return part(array, [of_kind(turn, INT64)])

        return array.shape[0], element if is_number else row

    return Iteration(kind.dtype if is_number else replace(kind, ndim=kind.ndim - 1), begin)


@iteration_form("builtins.enumerate")
def _enumerate(scope: Scope, node: ast.Call) -> Iteration:
    """enumerate(items[, start]): pairs of a number and an item."""
    if node.keywords or not 1 <= len(node.args) <= 2:
        text = "enumerate() takes what to number, and the first number where that is not 0."
        scope.refuse(node, "loop-arguments", text)
    source = iterable(scope, node.args[0])
    first = number(scope, node.args[1]) if len(node.args) == 2 else operators.constant(0, INT64)
    if not isinstance(first.type, np.dtype) or first.type.kind not in "biu":
        scope.refuse(node, "loop-arguments", "enumerate() starts at a whole number.")
    start = operators.convert(first, INT64).run

    def begin(frame: CallFrame, mask: Mask) -> tuple[Value, Item]:
        (rounds, item), at = source.begin(frame, mask), start(frame, mask)
        return rounds, lambda turn, lanes: (at + of_kind(turn, INT64), item(turn, lanes))

    return Iteration(TupleType((INT64, source.kind)), begin)


@iteration_form("builtins.zip")
def _zip(scope: Scope, node: ast.Call) -> Iteration:
    """zip(a, b, ...): a tuple of one item of each, as long as the shortest lasts."""
    if node.keywords or not node.args:
        scope.refuse(node, "loop-arguments", "zip() takes what to run over side by side.")
    sources = [iterable(scope, argument) for argument in node.args]

    def begin(frame: CallFrame, mask: Mask) -> tuple[Value, Item]:
        begun = [source.begin(frame, mask) for source in sources]
        rounds: Value = begun[0][0]
        for other, _ in begun[1:]:
            rounds = np.minimum(rounds, other)
        return rounds, lambda turn, lanes: tuple(item(turn, lanes) for _, item in begun)

    return Iteration(TupleType(tuple(source.kind for source in sources)), begin)


@iteration_form("numpy.ndindex")
def _ndindex(scope: Scope, node: ast.Call) -> Iteration:
    """np.ndindex(2, 3), np.ndindex(a.shape): all indices of a shape, the last one runs fastest."""
    given = [lower(scope, argument) for argument in node.args]
    if len(given) == 1 and isinstance(given[0].type, TupleType):
        given = items_of(scope, given[0])
    kinds = [size.type for size in given if isinstance(size.type, np.dtype)]
    if node.keywords or len(kinds) != len(given) or any(kind.kind not in "iu" for kind in kinds):
        scope.refuse(node, "loop-arguments", "np.ndindex() takes whole numbers, or a shape.")
    sizes = [operators.convert(size, INT64).run for size in given]

    def begin(frame: CallFrame, mask: Mask) -> tuple[Value, Item]:
        shape = [size(frame, mask) for size in sizes]
        return size_of(shape), lambda turn, lanes: tuple(unravelled(turn, shape))

    return Iteration(TupleType((INT64,) * len(sizes)), begin)


@iteration_form("numpy.ndenumerate")
def _ndenumerate(scope: Scope, node: ast.Call) -> Iteration:
    """np.ndenumerate(a): pairs of an index and the element there."""
    base = lower(scope, node.args[0]) if len(node.args) == 1 and not node.keywords else None
    if base is None or not isinstance(base.type, ArrayType) or base.type.dtype.names:
        scope.refuse(node, "loop-arguments", "np.ndenumerate() takes an array of numbers.")
    run, point, array = base.run, scope.point(node), base.type

    def begin(frame: CallFrame, mask: Mask) -> tuple[Value, Item]:
        elements = run(frame, mask)

        def item(turn: int, lanes: Mask) -> Value:
            index = unravelled(turn, elements.shape)
            return tuple(index), frame.context.load(frame, point, elements, index, lanes)

        return size_of(elements.shape), item

    return Iteration(TupleType((TupleType((INT64,) * array.ndim), array.dtype)), begin)


def while_loop(scope: Scope, node: ast.While, block: Block) -> Node:
    """`while test:`."""
    statement, construct = scope.statement, scope.construct(node, "loop")

    def once(slot: int) -> tuple[Loop, Flow]:
        test = operators.truth(number(scope, node.test))
        behind = scope.flow.copy()
        known = decided(scope, node.test, lower, number)
        if known is True:
            behind = behind.ended()
        if known is False:
            scope.flow = scope.flow.ended()
        body = block(scope, node.body)
        names = mattering_names(node)
        slots = [row for (name, _), row in scope.slots.items() if name in names]
        place = scope.place(node)
        return While(statement, slot, construct, body, [], test.run, place, slots), behind

    return _settled(scope, node, block, once)


def for_loop(scope: Scope, node: ast.For, block: Block) -> Node:
    """`for x in ...:`."""
    source = iterable(scope, node.iter)
    statement, construct = scope.statement, scope.construct(node, "loop")

    def once(slot: int) -> tuple[Loop, Flow]:
        behind = scope.flow.copy()
        write = loop_target(scope, node.target, source.kind)
        body = block(scope, node.body)
        return For(statement, slot, construct, body, [], source.begin, write), behind

    return _settled(scope, node, block, once)


def break_loop(scope: Scope, node: ast.Break) -> Node:
    """`break`."""
    loop = scope.loops[-1]
    loop.breaks.append(scope.flow)
    scope.flow = scope.flow.ended()
    return Jump(scope.statement, loop.slot, "break")


def continue_loop(scope: Scope, node: ast.Continue) -> Node:
    """`continue`."""
    loop = scope.loops[-1]
    loop.continues.append(scope.flow)
    scope.flow = scope.flow.ended()
    return Jump(scope.statement, loop.slot, "continue")


def _settled(
    scope: Scope,
    node: ast.While | ast.For,
    block: Block,
    once: Callable[[int], tuple[Loop, Flow]],
) -> Node:
    """Lowers a loop until the state at its header stands still, then its else part.

    `once` lowers header and body one time; it gives the loop and the state behind the header.
    """
    header = scope.flow
    for _ in range(MOST_PASSES):
        scope.flow = header.copy()
        inner = LoopScope(scope.temporary())
        scope.loops.append(inner)
        loop, behind = once(inner.slot)
        scope.loops.pop()
        again = joined([header, scope.flow, *inner.continues])
        if again == header:
            break
        header = again
    scope.flow = behind
    loop.orelse = block(scope, node.orelse)
    scope.flow = joined([scope.flow, *inner.breaks])
    return loop
