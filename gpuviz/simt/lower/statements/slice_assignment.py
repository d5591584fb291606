"""Assignments to parts of arrays: `a[i:j] = value`, one element after the other.

The value is a number for all elements, a tuple of numbers, or an array that is repeated along axes
of which it has one element or none, as NumPy does it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.launch_state import AccessPoint
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.scope import Scope
from gpuviz.simt.memory.arrays import Elements
from gpuviz.simt.memory.slicing import elements_of
from gpuviz.simt.types import ArrayType, Scalar, TupleType, Type, type_name

Store = Callable[[CallFrame, Mask, Elements, Value], None]
"""Writes a value into all elements of a part."""


def part_store(scope: Scope, node: ast.expr, array: ArrayType, kind: Type) -> Store:
    """How a value of a type is written into a part of an array with some axes.

    Raises NotSupportedError for a value that has no place there.
    """
    point, place, dtype = scope.point(node), scope.place(node), array.dtype
    if isinstance(kind, np.dtype):
        return lambda frame, mask, part, value: _fill(
            frame, point, part, mask, operators.cast(value, dtype)
        )
    if isinstance(kind, ArrayType) and kind.ndim <= array.ndim:
        return lambda frame, mask, part, value: _copy(frame, point, place, part, mask, value, dtype)
    if isinstance(kind, TupleType) and array.ndim == 1 and kind.items:
        return lambda frame, mask, part, value: _spread(
            frame, point, place, part, mask, value, dtype
        )
    text = "a {kind} cannot be stored in a part of a {array}: write a loop over its elements."
    scope.refuse(node, "part-value", text, kind=type_name(kind), array=type_name(array))


def _fill(frame: CallFrame, point: AccessPoint, part: Elements, mask: Mask, value: Value) -> None:
    for index, lanes in elements_of(part, mask):
        frame.context.store(frame, point, part, index, lanes, value)


def _copy(
    frame: CallFrame,
    point: AccessPoint,
    place: SourcePlace,
    part: Elements,
    mask: Mask,
    source: Elements,
    dtype: Scalar,
) -> None:
    """Reads all elements before it writes one: the two may overlap."""
    check_shapes(frame, place, part, mask, source.shape)
    read = [
        (index, lanes, frame.context.load(frame, point, source, of_source(source, index), lanes))
        for index, lanes in elements_of(part, mask)
    ]
    for index, lanes, value in read:
        frame.context.store(frame, point, part, index, lanes, operators.cast(value, dtype))


def _spread(
    frame: CallFrame,
    point: AccessPoint,
    place: SourcePlace,
    part: Elements,
    mask: Mask,
    values: tuple[Value, ...],
    dtype: Scalar,
) -> None:
    check_shapes(frame, place, part, mask, (len(values),))
    for (index, lanes), value in zip(elements_of(part, mask), values, strict=False):
        frame.context.store(frame, point, part, index, lanes, operators.cast(value, dtype))


def of_source(source: Elements, index: list[Value]) -> list[Value]:
    """The index in an array that is repeated along axes of which it has one element or none."""
    own = index[len(index) - len(source.shape) :]
    return [
        np.where(np.asarray(size) == 1, 0, axis)[()]
        for axis, size in zip(own, source.shape, strict=True)
    ]


def check_shapes(
    frame: CallFrame, place: SourcePlace, part: Elements, mask: Mask, shape: tuple[Value, ...]
) -> None:
    """Raises KernelFailed where an array of a shape cannot be copied into a part."""
    ends = part.shape[len(part.shape) - len(shape) :]
    fits: Value = np.bool_(True)
    for mine, theirs in zip(ends, shape, strict=True):
        fits = fits & ((np.asarray(theirs) == 1) | (np.asarray(theirs) == mine))
    wrong = mask.lanes & ~fits
    if not wrong.any():
        return
    block, thread = frame.context.thread_group.first_thread(wrong)
    template = (
        "line {line}: thread {thread} of block {block} copies an array into a part of another that"
        " has another shape: let both have the same number of elements along each axis."
    )
    values = {"line": place.line, "thread": str(thread), "block": str(block)}
    raise KernelFailed(Message("kernel.part-shape", template, values), place)
