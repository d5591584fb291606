"""Slices and indices, applied to arrays and views as Python applies them to sequences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.memory.arrays import Elements
from gpuviz.simt.memory.indexing import wrapped
from gpuviz.simt.memory.views import NEW, PerLaneArray, View, ViewAxis, mapped


class Cut(NamedTuple):
    """start:stop:step; None stands for what is left out."""

    start: Value
    stop: Value
    step: Value


class NewAxis:
    """numpy.newaxis: an axis with one element."""


Key = Value | Cut | NewAxis
"""What stands between the brackets for one axis: an index, a slice, or an axis that is added."""


def part(base: Elements, keys: Sequence[Key]) -> View | PerLaneArray:
    """What `base[keys]` looks at; axes for which nothing is given stay whole.

    An index that is out of bounds is found where an element is used.
    """
    return mapped(base, lambda whole: _part(whole, keys))


def _part(whole: View, keys: Sequence[Key]) -> View:
    offset, outside, axes = whole.offset, whole.outside, []
    fixed = None if whole.fixed is None else list(whole.fixed)
    left = iter(whole.axes)
    for key in keys:
        if isinstance(key, NewAxis):
            axes.append(ViewAxis(1, 0, NEW))
            continue
        axis = next(left)
        if isinstance(key, Cut):
            first, shorter = cut(axis, key)
            offset = offset + first * axis.stride
            axes.append(shorter)
            continue
        inside, bad = wrapped(key, axis.size)
        offset = offset + inside * axis.stride
        if bad is not None:
            outside = bad if outside is None else outside | bad
        if fixed is not None:
            fixed.append((axis.dimension, axis.in_array(key)))
    known = None if fixed is None else tuple(fixed)
    return View(whole.array, offset, (*axes, *left), known, outside)


def cut(axis: ViewAxis, key: Cut) -> tuple[Value, ViewAxis]:
    """The first element of a slice of an axis, and what is left of the axis."""
    if all(bound is None or np.ndim(bound) == 0 for bound in (axis.size, *key)):
        first, count, step = _of_all(axis, key)
    else:
        first, count, step = _of_each(axis, key)
    start = axis.first + first * axis.step
    return first, ViewAxis(count, axis.stride * step, axis.dimension, start, axis.step * step)


def _of_all(axis: ViewAxis, key: Cut) -> tuple[int, int, int]:
    """The first element, how many there are, and the step, where all lanes take the same slice."""
    bounds = (None if bound is None else int(bound) for bound in key)
    chosen = range(*slice(*bounds).indices(int(axis.size)))
    return chosen.start, len(chosen), chosen.step


def _of_each(axis: ViewAxis, key: Cut) -> tuple[Value, Value, Value]:
    """The same by lane."""
    start, stop, step = filled(axis.size, key)
    forward = step > 0
    distance = np.where(forward, stop - start, start - stop)
    count = np.maximum(-(-distance // abs(step)), 0)
    return start, count, step


def filled(size: Value, key: Cut) -> tuple[Value, Value, Value]:
    """Start, stop and step within a sequence of a size, as slice.indices has them."""
    step = np.int64(1) if key.step is None else key.step.astype(np.int64)
    step = np.where(step == 0, 1, step)[()]  # of lanes that are not active
    forward = step > 0
    lowest, highest = np.where(forward, 0, -1), np.where(forward, size, size - 1)
    start = np.where(forward, lowest, highest) if key.start is None else key.start
    stop = np.where(forward, highest, lowest) if key.stop is None else key.stop
    start, stop = (
        np.clip(_from_the_end(bound, size), lowest, highest) if given is not None else bound
        for bound, given in ((start, key.start), (stop, key.stop))
    )
    return start, stop, step


def _from_the_end(bound: Value, size: Value) -> Value:
    whole = bound.astype(np.int64)
    return np.where(whole < 0, whole + size, whole)


def elements_of(part: Elements, mask: Mask) -> Iterator[tuple[list[Value], Mask]]:
    """The indices of a part in C order, each with the lanes whose part has that element."""
    sizes, total = [np.asarray(size) for size in part.shape], np.asarray(1)
    for size in sizes:
        total = total * size
    most = int(np.max(np.where(mask.lanes, total, 0)))
    for number in range(most):
        lanes, _ = mask.split((number < total)[()])
        if lanes is not None:
            yield unravelled(number, sizes), lanes


def unravelled(number: int, sizes: Sequence[Value]) -> list[Value]:
    """The index, by dimension, of the element with a number in C order."""
    index: list[Value] = []
    left: Value = np.int64(number)
    for size in reversed(sizes):
        size = np.maximum(size, 1)  # of lanes that have no such element
        index.insert(0, (left % size)[()])
        left = left // size
    return index
