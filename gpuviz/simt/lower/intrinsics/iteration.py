"""What can be run over without a loop of its own: iter, next, a.flat, and zip, .. with a name."""

from __future__ import annotations

import ast

import numpy as np

from gpuviz.messages import KernelFailed, Message
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import iterators
from gpuviz.simt.lower.expressions.lowering import lower
from gpuviz.simt.lower.expressions.tuples import items_of
from gpuviz.simt.lower.registry import attribute, intrinsic, iteration_form, special_form
from gpuviz.simt.lower.scope import Expr, Lower, Scope
from gpuviz.simt.lower.statements.loops import Item, Iteration, iterable
from gpuviz.simt.memory.arrays import Elements
from gpuviz.simt.memory.reshaping import in_memory_order, size_of
from gpuviz.simt.memory.slicing import part, unravelled
from gpuviz.simt.types import ArrayType, IteratorType, TupleType, is_number_type, type_name


@special_form(
    "builtins.enumerate", "builtins.zip", "numpy.ndindex", "numpy.ndenumerate", "numpy.nditer"
)
def _named(scope: Scope, node: ast.Call, _: Lower) -> Expr:
    """What loops run over, with a name of its own."""
    source = iterable(scope, node)
    return iterators.made(scope, node, ast.unparse(node.func), source.kind, source.begin)


@special_form("builtins.iter")
def _iter(scope: Scope, node: ast.Call, _: Lower) -> Expr:
    """iter(a); an iterator stays what it is."""
    if len(node.args) != 1 or node.keywords:
        text = "iter() in a kernel takes what to run over, and nothing else."
        scope.refuse(node, "argument-count", text)
    given = lower(scope, node.args[0])
    if isinstance(given.type, IteratorType):
        return given
    source = iterable(scope, node.args[0])
    return iterators.made(scope, node, given.type, source.kind, source.begin)


@intrinsic("builtins.next")
def _next(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """next(iterator): the next item."""
    if len(arguments) != 1 or not isinstance(arguments[0].type, IteratorType):
        text = "next() in a kernel takes an iterator, such as iter(a), and nothing else."
        scope.refuse(node, "argument-count", text)
    return iterators.following(arguments[0], scope.place(node))


@attribute(ArrayType, "flat")
def _flat(scope: Scope, node: ast.Attribute, base: Expr) -> Expr:
    """a.flat: all elements, row by row, whatever the shape."""
    run, point, kind = base.run, scope.point(node), base.type
    assert isinstance(kind, ArrayType)
    if not is_number_type(kind.dtype):
        text = "{text}: a {kind} has no flat in a kernel: index its elements one by one."
        scope.refuse(node, "attribute", text, text=ast.unparse(node), kind=type_name(kind))

    def begin(frame: CallFrame, mask: Mask) -> tuple[Value, Item]:
        elements = run(frame, mask)

        def item(turn: int, lanes: Mask) -> Value:
            index = unravelled(turn, elements.shape)
            return frame.context.load(frame, point, elements, index, lanes)

        return size_of(elements.shape), item

    return iterators.flat(scope, node, base, begin)


@iteration_form("numpy.nditer")
def _nditer(scope: Scope, node: ast.Call) -> Iteration:
    """np.nditer(a), np.nditer((a, b)): arrays without a dimension, x.item() or x[()]."""
    given = lower(scope, node.args[0]) if len(node.args) == 1 and not node.keywords else None
    several = given is not None and isinstance(given.type, TupleType)
    bases = [] if given is None else items_of(scope, given) if several else [given]
    kinds = [base.type for base in bases if isinstance(base.type, ArrayType)]
    known = all(is_number_type(kind.dtype) and kind.ndim == kinds[0].ndim for kind in kinds)
    if not kinds or len(kinds) != len(bases) or not known:
        text = (
            "np.nditer() in a kernel takes an array of numbers, or a tuple of arrays of one shape."
        )
        scope.refuse(node, "loop-arguments", text)
    runs, place = [base.run for base in bases], scope.place(node)

    def begin(frame: CallFrame, mask: Mask) -> tuple[Value, Item]:
        arrays: list[Elements] = [run(frame, mask) for run in runs]
        shape = arrays[0].shape
        for other in arrays[1:]:
            if any(np.any(one != size) for one, size in zip(other.shape, shape, strict=True)):
                raise KernelFailed(
                    Message("kernel.nditer-shapes", OTHER_SHAPE, {"line": place.line}), place
                )
        turned = list(map(in_memory_order, arrays))
        if all(one is not array for one, array in zip(turned, arrays, strict=True)):
            arrays, shape = turned, turned[0].shape

        def item(turn: int, lanes: Mask) -> Value:
            index = unravelled(turn, shape)
            parts = tuple(part(array, index) for array in arrays)
            return parts if several else parts[0]

        return size_of(shape), item

    elements = tuple(ArrayType(kind.dtype, 0, kind.space, kind.writable) for kind in kinds)
    return Iteration(TupleType(elements) if several else elements[0], begin)


OTHER_SHAPE = "line {line}: np.nditer() runs over arrays of one shape side by side; these differ."
