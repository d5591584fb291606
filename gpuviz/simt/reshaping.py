"""The same elements in another shape: reshape, ravel and transpose, without a copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpuviz.simt.cohort import Value
from gpuviz.simt.views import Axis, View


def size_of(shape: Sequence[Value]) -> Value:
    """How many elements there are in a shape."""
    size: Value = np.int64(1)
    for count in shape:
        size = size * count
    return size


def side_by_side(view: View) -> Value:
    """Whether the elements lie in C order without gaps; by lane where lanes differ."""
    dense: Value = np.bool_(True)
    expected: Value = np.int64(1)
    for axis in reversed(view.axes):
        dense = dense & ((np.asarray(axis.size) <= 1) | (np.asarray(axis.stride) == expected))
        expected = expected * axis.size
    return dense


def completed(shape: Sequence[Value], size: Value) -> list[Value]:
    """A shape with the one size that is -1 found out: all elements have to have a place."""
    known = size_of([np.where(np.asarray(count) == -1, 1, count) for count in shape])
    rest = size // np.maximum(known, 1)
    return [
        rest if np.ndim(count) == 0 and count == -1 else np.where(count == -1, rest, count)[()]
        for count in shape
    ]


def reshaped(view: View, shape: Sequence[Value]) -> View:
    """Elements that lie side by side, in another shape with as many."""
    axes: list[Axis] = []
    stride: Value = 1
    for number, size in reversed(list(enumerate(shape))):
        axes.insert(0, Axis(size, stride, number))
        stride = stride * size
    return replace(view, axes=tuple(axes), fixed=None)


def transposed(view: View, order: Sequence[int]) -> View:
    """The axes in another order."""
    return replace(view, axes=tuple(view.axes[number] for number in order))
