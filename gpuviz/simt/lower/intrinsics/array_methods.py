"""Methods of arrays: reshape, ravel, transpose, view, item, fill, and those that copy."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import NoReturn

import numpy as np

from gpuviz.messages import (
    EnglishTemplate,
    KernelFailed,
    Message,
    NotSupportedError,
    SourcePlace,
    word,
)
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.expressions.dtypes import type_given
from gpuviz.simt.lower.expressions.enumerations import number_of
from gpuviz.simt.lower.expressions.optional import number_in
from gpuviz.simt.lower.expressions.tuples import items_of
from gpuviz.simt.lower.registry import intrinsic, method
from gpuviz.simt.lower.scope import Expr, Run, Scope
from gpuviz.simt.lower.statements.assignments import check_cast, check_writable
from gpuviz.simt.lower.statements.slice_assignment import part_store
from gpuviz.simt.memory.arrays import Elements
from gpuviz.simt.memory.bitcast import bitcast, divides, is_aligned
from gpuviz.simt.memory.local import LOCAL_LIMIT, LocalDeclaration
from gpuviz.simt.memory.reshaping import completed, reshaped, side_by_side, size_of, transposed
from gpuviz.simt.memory.slicing import elements_of
from gpuviz.simt.memory.views import View, mapped
from gpuviz.simt.types import NONE, ArrayType, TupleType, is_number_type, type_name


def _array(scope: Scope, node: ast.Call, arguments: list[Expr]) -> ArrayType:
    kind = arguments[0].type if arguments else None
    if not isinstance(kind, ArrayType):
        text = "{name} takes an array{instead}."
        instead = "" if kind is None else word("; this is a {kind}", kind=type_name(kind))
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


@intrinsic("numpy.reshape")
def _reshape_function(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """np.reshape(a, shape): Numba has it where kernels may ask for memory."""
    _refuse_without_memory(scope, node, "a.reshape(shape)")
    return _reshape(scope, node, arguments)


@intrinsic("numpy.ravel")
def _ravel_function(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """np.ravel(a), as a.ravel()."""
    return _ravel(scope, node, arguments)


@intrinsic("numpy.transpose")
def _transpose_function(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """np.transpose(a, order), where kernels may ask for memory."""
    _refuse_without_memory(scope, node, "a.transpose(order) or a.T")
    return _transpose(scope, node, arguments)


def _refuse_without_memory(scope: Scope, node: ast.Call, instead: str) -> None:
    """Raises NotSupportedError where kernels have no memory for the copies that may be needed."""
    if not scope.program.thread_memory:
        name = ast.unparse(node.func)
        text = not_in_numba_cuda.RESHAPED
        scope.refuse(node, "not-in-numba-cuda", text, name=name, instead=instead)


@method(ArrayType, "reshape")
def _reshape(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.reshape(2, 3), a.reshape((2, 3)); one size may be -1."""
    array = _array(scope, node, arguments)
    sizes = [size.run for size in _numbers(scope, node, arguments[1:])]
    if not sizes:
        _refuse_arguments(scope, node, word("the new shape"))
    return _in_shape(scope, node, arguments[0], replace(array, ndim=len(sizes)), sizes)


@method(ArrayType, "ravel")
def _ravel(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.ravel(): all elements in one dimension."""
    array = _array(scope, node, arguments)
    if len(arguments) > 1:
        _refuse_arguments(scope, node, word("nothing else"))
    _refuse_without_memory(scope, node, "a.reshape(a.size)")
    return _in_shape(
        scope, node, arguments[0], replace(array, ndim=1), [lambda frame, mask: np.int64(-1)]
    )


def _in_shape(scope: Scope, node: ast.Call, base: Expr, kind: ArrayType, sizes: list[Run]) -> Expr:
    run, place = base.run, scope.place(node)

    def look(frame: CallFrame, mask: Mask) -> Value:
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
    frame: CallFrame, mask: Mask, holds: Value, template: EnglishTemplate, place: SourcePlace
) -> None:
    """Raises KernelFailed where something does not hold for an active lane."""
    wrong = mask.lanes & ~np.asarray(holds)
    if wrong.any():
        block, thread = frame.context.thread_group.first_thread(wrong)
        values = {"line": place.line, "thread": str(thread), "block": str(block)}
        raise KernelFailed(Message("kernel.reshape", template, values), place)


@method(ArrayType, "transpose")
def _transpose(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.transpose(), a.transpose(1, 0), np.transpose(a, (1, 0))."""
    array = _array(scope, node, arguments)
    given = _numbers(scope, node, arguments[1:])
    order = [int(axis.const) if axis.is_const else -1 for axis in given]
    order = [axis % array.ndim for axis in order] if given else list(range(array.ndim))[::-1]
    if sorted(order) != list(range(array.ndim)):
        what = word("the numbers 0 to {last} in their new order", last=array.ndim - 1)
        _refuse_arguments(scope, node, what)
    run = arguments[0].run
    return Expr(array, lambda f, m: transposed(run(f, m), order), pure=False)


@method(ArrayType, "item")
def _item(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.item(): the only element."""
    array = _array(scope, node, arguments)
    if len(arguments) > 1:
        _refuse_arguments(scope, node, word("nothing: index the element with a[i]"))
    run, point, place = arguments[0].run, scope.point(node), scope.place(node)
    index: list[Value] = [np.int64(0)] * array.ndim

    def read(frame: CallFrame, mask: Mask) -> Value:
        elements = run(frame, mask)
        _check(frame, mask, size_of(elements.shape) == 1, NOT_ONE, place)
        return frame.context.load(frame, point, elements, index, mask)

    return Expr(array.dtype, read, pure=False)


NOT_ONE = (
    "line {line}: thread {thread} of block {block} calls item() of an array that has not exactly"
    " one element: index the element with a[i]."
)


@method(ArrayType, "view")
def _view(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.view(dtype): the same bytes as elements of another type."""
    array, run, place = _array(scope, node, arguments), arguments[0].run, scope.place(node)
    named = len(arguments) == 2 and not isinstance(arguments[1].const, str)
    dtype = type_given(arguments[1]) if named else None
    if dtype is None or not is_number_type(dtype) or not is_number_type(array.dtype):
        _refuse_arguments(scope, node, word("a type of numbers such as np.int32"))
    if array.space == "local" and dtype.itemsize != array.dtype.itemsize:
        text = "a local array can be viewed only as numbers of the same size: {text} is not."
        scope.refuse(node, "view-local", text, text=ast.unparse(node.func))
    scope.program.bitcast_sizes |= {dtype.itemsize, array.dtype.itemsize}

    def look(frame: CallFrame, mask: Mask) -> Value:
        elements: Elements = run(frame, mask)
        row = frame.context.launch_state.bitcast_row

        def change(view: View) -> View:
            _check(frame, mask, divides(view, dtype), NOT_WHOLE, place)
            _check(frame, mask, is_aligned(view, dtype), MISALIGNED, place)
            return bitcast(view, dtype, row(view.array, dtype))

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


@method(ArrayType, "fill")
def _fill(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.fill(value): the same as a[:] = value."""
    array = _array(scope, node, arguments)
    if len(arguments) != 2 or not array.ndim:
        _refuse_arguments(scope, node, word("one number, and an array with a dimension"))
    value = number_in(scope, node, number_of(arguments[1]))
    if not isinstance(value.type, np.dtype):
        _refuse_arguments(scope, node, word("one number"))
    filled = node.func.value if isinstance(node.func, ast.Attribute) else node
    check_writable(scope, node, filled, array)
    check_cast(scope, node, value.type, array)
    scope.program.note_written(scope.row, filled)
    store, run, number = part_store(scope, node, array, value.type), arguments[0].run, value.run

    def work(frame: CallFrame, mask: Mask) -> None:
        store(frame, mask, run(frame, mask), number(frame, mask))

    return Expr(NONE, work, None, pure=False)


@method(ArrayType, "copy")
def _copy(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.copy(): an array of the thread's own."""
    _array(scope, node, arguments)
    if len(arguments) > 1:
        _refuse_arguments(scope, node, word("nothing else"))
    return _copied(scope, node, arguments[0])


@method(ArrayType, "flatten")
def _flatten(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    """a.flatten(): a copy in one dimension."""
    if not scope.program.thread_memory:
        text = not_in_numba_cuda.COPY
        scope.refuse(node, "not-in-numba-cuda", text, name=ast.unparse(node.func))
    return _copied(scope, node, _ravel(scope, node, arguments))


def _copied(scope: Scope, node: ast.Call, base: Expr) -> Expr:
    """A new array of the thread's own, as Numba makes it where kernels may ask for memory."""
    array, run = base.type, base.run
    assert isinstance(array, ArrayType)
    if not scope.program.thread_memory:
        text = not_in_numba_cuda.COPY
        scope.refuse(node, "not-in-numba-cuda", text, name=ast.unparse(node.func))
    if not is_number_type(array.dtype):
        text = "{name} copies arrays of numbers only: copy the fields one by one."
        scope.refuse(node, "array-copy", text, name=ast.unparse(node.func))
    point, place = scope.point(node), scope.place(node)
    number, name = scope.number, scope.name_hint or "copy"

    def make(frame: CallFrame, mask: Mask) -> Value:
        source: Elements = run(frame, mask)
        shape = _copied_shape(source, array, place)
        declared = LocalDeclaration(place.line, place.column, number, name, shape, array.dtype)
        made = frame.context.local_array(declared)
        made.forget(mask)
        for index, lanes in elements_of(source, mask):
            value = frame.context.load(frame, point, source, index, lanes)
            frame.context.store(frame, point, made, index, lanes, value)
        return made

    return Expr(replace(array, space="local", writable=True), make, pure=False)


def _copied_shape(source: Elements, array: ArrayType, place: SourcePlace) -> tuple[int, ...]:
    """The shape of the copy: all threads must need the same, and have room for it."""
    if any(np.ndim(size) for size in source.shape):
        template = "copy() needs a part of one size in all threads: copy its elements in a loop."
        raise NotSupportedError(Message("kernel.copy-shape", template), place)
    shape = tuple(int(size) for size in source.shape)
    needed = int(np.prod(shape, dtype=object)) * array.dtype.itemsize
    if needed > LOCAL_LIMIT:
        template = "a copy of {needed} bytes is more than the {limit} that a thread may have."
        values = {"needed": needed, "limit": LOCAL_LIMIT}
        raise NotSupportedError(Message("kernel.too-much-local", template, values), place)
    return shape


def _refuse_arguments(scope: Scope, node: ast.Call, what: Message) -> NoReturn:
    text = "{name} takes {what}."
    scope.refuse(node, "argument-count", text, name=ast.unparse(node.func), what=what)
