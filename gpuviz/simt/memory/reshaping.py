"""The same elements in another shape: reshape, ravel and transpose, without a copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpuviz.simt.execution.thread_group import Value
from gpuviz.simt.memory.arrays import Elements
from gpuviz.simt.memory.views import View, ViewAxis, mapped


def size_of(shape: Sequence[Value]) -> Value:
    """How many elements there are in a shape."""
    size: Value = np.int64(1)
    for count in shape:
        size = size * count
    return size


def side_by_side(shape: Sequence[Value], strides: Sequence[Value]) -> Value:
    """Whether elements lie in C order without gaps; by lane where lanes differ."""
    dense: Value = np.bool_(True)
    expected: Value = np.int64(1)
    for size, stride in reversed(list(zip(shape, strides, strict=True))):
        dense = dense & ((np.asarray(size) <= 1) | (np.asarray(stride) == expected))
        expected = expected * size
    return dense


def in_memory_order(elements: Elements) -> Elements:
    """An array whose columns lie side by side, as Fortran has them, with its axes turned round."""
    shape, strides = elements.shape[::-1], elements.strides[::-1]
    uniform = all(np.ndim(number) == 0 for number in (*shape, *strides))
    turned = len(shape) > 1 and uniform and side_by_side(shape, strides)
    if not turned or side_by_side(elements.shape, elements.strides):
        return elements
    return transposed(elements, range(len(shape))[::-1])


def completed(shape: Sequence[Value], size: Value) -> list[Value]:
    """A shape with the one size that is -1 found out: all elements have to have a place."""
    known = size_of([np.where(np.asarray(count) == -1, 1, count) for count in shape])
    rest = size // np.maximum(known, 1)
    return [
        rest if np.ndim(count) == 0 and count == -1 else np.where(count == -1, rest, count)[()]
        for count in shape
    ]


def reshaped(elements: Elements, shape: Sequence[Value]) -> Elements:
    """Elements that lie side by side, in another shape with as many."""
    axes: list[ViewAxis] = []
    stride: Value = 1
    for number, size in reversed(list(enumerate(shape))):
        axes.insert(0, ViewAxis(size, stride, number))
        stride = stride * size
    return mapped(elements, lambda view: replace(view, axes=tuple(axes), fixed=None))


def diagonal(elements: Elements) -> Elements:
    """The elements of a matrix whose two indices are the same."""

    def of_view(view: View) -> View:
        rows, columns = view.axes
        size = np.minimum(rows.size, columns.size)[()]
        along = ViewAxis(size, rows.stride + columns.stride, rows.dimension)
        return replace(view, axes=(along,), fixed=None)

    return mapped(elements, of_view)


def transposed(elements: Elements, order: Sequence[int]) -> Elements:
    """The axes in another order."""
    return mapped(
        elements, lambda view: replace(view, axes=tuple(view.axes[number] for number in order))
    )
