"""What arrays can do in a kernel: reshape, ravel and transpose, which copy nothing, and item."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

import numpy as np

from gpuviz.messages import EnglishTemplate, KernelFailed, Message, SourcePlace
from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Frame
from gpuviz.simt.lower.array_copies import copied
from gpuviz.simt.lower.declarations import type_given
from gpuviz.simt.lower.scope import Expr, Run, Scope
from gpuviz.simt.lower.tuples import items_of
from gpuviz.simt.memory import Elements
from gpuviz.simt.recasting import divides, is_aligned, recast
from gpuviz.simt.reshaping import completed, reshaped, side_by_side, size_of, transposed
from gpuviz.simt.types import ArrayType, TupleType, is_number_type, type_name
from gpuviz.simt.views import View, mapped

Method = Callable[[Scope, ast.Call, list[Expr]], Expr]
"""Takes the array as the first of the arguments."""


def _array(scope: Scope, node: ast.Call, arguments: list[Expr]) -> ArrayType:
    kind = arguments[0].type if arguments else None
    if not isinstance(kind, ArrayType):
        text = "{name} takes an array{instead}."
        instead = "" if kind is None else f"; this is a {type_name(kind)}"
        scope.refuse(node, "no-array", text, name=ast.unparse(node.func), instead=instead)
    return kind


def _numbers(scope: Scope, node: ast.Call, given: list[Expr]) -> list[Expr]:
    """Whole numbers, given one by one or as one tuple."""
    if len(given) == 1 and isinstance(given[0].type, TupleType):
        given = items_of(scope, given[0])
    for number in given:
        if not isinstance(number.type, np.dtype) or number.type.kind not in "iu":
            text = "{name} takes whole numbers; this is a {kind}."
            name = ast.unparse(node.func)
            scope.refuse(node, "shape", text, name=name, kind=type_name(number.type))
    return given


def _reshape(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.reshape(2, 3), a.reshape((2, 3)); one size may be -1."""
    array = _array(scope, node, arguments)
    sizes = [size.run for size in _numbers(scope, node, arguments[1:])]
    if not sizes:
        _refuse_arguments(scope, node, "the new shape")
    return _in_shape(scope, node, arguments[0], replace(array, ndim=len(sizes)), sizes)


def _ravel(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.ravel(): all elements in one dimension."""
    array = _array(scope, node, arguments)
    if len(arguments) > 1:
        _refuse_arguments(scope, node, "nothing else")
    return _in_shape(
        scope, node, arguments[0], replace(array, ndim=1), [lambda frame, mask: np.int64(-1)]
    )


def _in_shape(scope: Scope, node: ast.Call, base: Expr, kind: ArrayType, sizes: list[Run]) -> Expr:
    run, place = base.run, scope.place(node)

    def look(frame: Frame, mask: Mask) -> Value:
        elements: Elements = run(frame, mask)
        count = size_of(elements.shape)
        shape = completed([size(frame, mask) for size in sizes], count)
        _check(frame, mask, side_by_side(elements.shape, elements.strides), GAPS, place)
        _check(frame, mask, size_of(shape) == count, OTHER_SIZE, place)
        return reshaped(elements, shape)

    return Expr(kind, look, pure=False)


GAPS = (
    "line {line}: thread {thread} of block {block} gives another shape to elements that do not lie"
    " side by side, row by row: this needs a copy, which kernels cannot make. Index them as they"
    " are."
)
OTHER_SIZE = (
    "line {line}: thread {thread} of block {block} gives an array a shape for another number of"
    " elements: the product of its sizes must stay the same."
)


def _check(
    frame: Frame, mask: Mask, holds: Value, template: EnglishTemplate, place: SourcePlace
) -> None:
    """Raises KernelFailed where something does not hold for an active lane."""
    wrong = mask.lanes & ~np.asarray(holds)
    if wrong.any():
        block, thread = frame.context.cohort.first_thread(wrong)
        values = {"line": place.line, "thread": str(thread), "block": str(block)}
        raise KernelFailed(Message("kernel.reshape", template, values), place)


def _transpose(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.transpose(), a.transpose(1, 0), np.transpose(a, (1, 0))."""
    array = _array(scope, node, arguments)
    given = _numbers(scope, node, arguments[1:])
    order = [int(axis.const) if axis.is_const else -1 for axis in given]
    order = [axis % array.ndim for axis in order] if given else list(range(array.ndim))[::-1]
    if sorted(order) != list(range(array.ndim)):
        _refuse_arguments(scope, node, f"the numbers 0 to {array.ndim - 1} in their new order")
    run = arguments[0].run
    return Expr(array, lambda f, m: transposed(run(f, m), order), pure=False)


def _item(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.item(): the only element."""
    array = _array(scope, node, arguments)
    if len(arguments) > 1:
        _refuse_arguments(scope, node, "nothing: index the element with a[i]")
    run, point, place = arguments[0].run, scope.point(node), scope.place(node)
    index: list[Value] = [np.int64(0)] * array.ndim

    def read(frame: Frame, mask: Mask) -> Value:
        elements = run(frame, mask)
        _check(frame, mask, size_of(elements.shape) == 1, NOT_ONE, place)
        return frame.context.load(frame, point, elements, index, mask)

    return Expr(array.dtype, read, pure=False)


NOT_ONE = (
    "line {line}: thread {thread} of block {block} calls item() of an array that has not exactly"
    " one element: index the element with a[i]."
)


def _view(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.view(dtype): the same bytes as elements of another type."""
    array, run, place = _array(scope, node, arguments), arguments[0].run, scope.place(node)
    dtype = type_given(arguments[1]) if len(arguments) == 2 else None
    if dtype is None or not is_number_type(dtype) or not is_number_type(array.dtype):
        _refuse_arguments(scope, node, "a type of numbers such as np.int32")
    if array.space == "local" and dtype.itemsize != array.dtype.itemsize:
        text = "a local array can be viewed only as numbers of the same size: {text} is not."
        scope.refuse(node, "view-local", text, text=ast.unparse(node.func))
    scope.program.recasts |= {dtype.itemsize, array.dtype.itemsize}

    def look(frame: Frame, mask: Mask) -> Value:
        elements: Elements = run(frame, mask)
        row = frame.context.machine.recast_row

        def change(view: View) -> View:
            _check(frame, mask, divides(view, dtype), NOT_WHOLE, place)
            _check(frame, mask, is_aligned(view, dtype), MISALIGNED, place)
            return recast(view, dtype, row(view.array, dtype))

        return mapped(elements, change)

    return Expr(replace(array, dtype=dtype), look, pure=False)


NOT_WHOLE = (
    "line {line}: thread {thread} of block {block} views elements as others of another size, but"
    " they do not lie side by side, or do not make a whole number of the others."
)
MISALIGNED = (
    "line {line}: thread {thread} of block {block} views memory as numbers at an address that is no"
    " multiple of their size, where a GPU cannot read them: begin at another element."
)


def _copy(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.copy(): an array of the thread's own."""
    _array(scope, node, arguments)
    if len(arguments) > 1:
        _refuse_arguments(scope, node, "nothing else")
    return copied(scope, node, arguments[0])


def _flatten(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.flatten(): a copy in one dimension."""
    return copied(scope, node, _ravel(scope, node, arguments))


def refuse_new(scope: Scope, node: ast.Call, name: str) -> None:
    """Raises NotSupportedError for a function of NumPy's that makes an array or takes a whole one.

    `name` is its canonical name; other functions pass.
    """
    if name in NEW_ARRAYS:
        text = (
            "{name} makes a new array, and a kernel cannot: declare cuda.local.array(shape, dtype),"
            " or cuda.shared.array for all threads of a block, or pass an array in."
        )
        scope.refuse(node, "new-array", text, name=ast.unparse(node.func))
    if name in WHOLE_ARRAYS:
        text = "{name} works on whole arrays: in a kernel write a loop over single elements."
        scope.refuse(node, "array-expression", text, name=ast.unparse(node.func))


def _refuse_arguments(scope: Scope, node: ast.Call, what: str) -> NoReturn:
    text = "{name} takes {what}."
    scope.refuse(node, "argument-count", text, name=ast.unparse(node.func), what=what)


NEW_ARRAYS = frozenset(
    f"numpy.{name}"
    for name in (
        *("empty", "zeros", "ones", "full", "empty_like", "zeros_like", "ones_like", "full_like"),
        *("array", "asarray", "arange", "linspace", "copy", "eye", "concatenate"),
    )
)
WHOLE_ARRAYS = frozenset(
    f"numpy.{name}"
    for name in ("sum", "prod", "mean", "std", "var", "dot", "matmul", "cumsum", "sort", "where")
)
METHODS: dict[str, Method] = {
    "reshape": _reshape,
    "ravel": _ravel,
    "transpose": _transpose,
    "item": _item,
    "view": _view,
    "copy": _copy,
    "flatten": _flatten,
}

FUNCTIONS: dict[str, Method] = {
    "numpy.reshape": _reshape,
    "numpy.ravel": _ravel,
    "numpy.transpose": _transpose,
}
"""By canonical name; `np.reshape(a, shape)` is `a.reshape(shape)`."""
