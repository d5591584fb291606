"""Views: some elements of an array, as slices and indices choose them.

Each lane may look at others: sizes, strides and places are numbers where all lanes agree, else one
for each lane. Whatever is done through a view is done to its array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gpuviz.simt.execution.thread_group import Mask, Mergeable, Value

NEW = -1  # the dimension of an axis that numpy.newaxis added: the array has none for it


Chosen = tuple[Value, Any]
"""Lanes, and the array or view that they have."""


class ViewAxis(NamedTuple):
    """A dimension of a view: element k has the index first + k * step in the array's dimension."""

    size: Value
    stride: Value  # in elements of the array's memory
    dimension: int
    first: Value = 0
    step: Value = 1

    def in_array(self, index: Value) -> Value:
        """The array's index for one of the view's; a whole dimension keeps it as it is written."""
        if _alike(self.first, 0) and _alike(self.step, 1):
            return index
        return self.first + np.where(index < 0, index + self.size, index) * self.step


@dataclass(frozen=True, slots=True, eq=False)
class View(Mergeable):
    """Some elements of `array`, the first at `offset` of its memory."""

    array: Any  # one of simt.memory.AnyArray
    offset: Value
    axes: tuple[ViewAxis, ...]
    fixed: tuple[tuple[int, Value], ...] | None = ()
    """Dimensions of the array whose index is given, and that index as it was written.

    None: the axes are not the array's dimensions any more.
    """
    outside: Value = None  # lanes of which a given index is out of bounds, None: no lane

    @property
    def root(self) -> Any:
        """The array itself."""
        return self.array

    @property
    def shape(self) -> tuple[Value, ...]:
        """Elements along each axis."""
        return tuple(axis.size for axis in self.axes)

    @property
    def strides(self) -> tuple[Value, ...]:
        """Elements of the array's memory from one to the next along each axis."""
        return tuple(axis.stride for axis in self.axes)

    @property
    def layout(self) -> tuple[object, ...]:
        """What decides where an index points to; equal layouts point to the same."""
        numbers = (part for axis in self.axes for part in (axis.size, axis.stride))
        return (identity(self.offset), *map(identity, numbers))

    def view(self) -> View:
        """Itself."""
        return self

    def in_array(self, index: list[Value]) -> list[Value] | None:
        """The array's own index of an element of the view, None where it has none."""
        if self.fixed is None:
            return None
        found = dict(self.fixed)
        found |= {a.dimension: a.in_array(k) for a, k in zip(self.axes, index, strict=True)}
        return [found[dimension] for dimension in range(len(self.array.shape))]

    def merged(self, condition: Value, other: Any) -> View | PerLaneArray:
        """This view in the lanes where the condition holds, else the other one."""
        return _merged(condition, self, other)


class WholeArray(Mergeable):
    """An array that is no view of another."""

    outside: None = None

    @property
    def root(self) -> Any:
        """Itself."""
        return self

    @property
    def layout(self: Any) -> tuple[object, ...]:
        """What decides where an index points to; equal layouts point to the same."""
        return self.shape, self.strides, self.offset

    def view(self: Any) -> View:
        """All of it as a view."""
        sides = zip(self.shape, self.strides, strict=True)
        axes = (ViewAxis(size, stride, number) for number, (size, stride) in enumerate(sides))
        return View(self, self.offset, tuple(axes))

    def merged(self, condition: Value, other: Any) -> View | PerLaneArray:
        """This array in the lanes where the condition holds, else the other one."""
        return _merged(condition, self, other)

    def in_array(self, index: list[Value]) -> list[Value] | None:
        """The index as it is."""
        return index


@dataclass(frozen=True, slots=True, eq=False)
class PerLaneArray(Mergeable):
    """Different arrays, or parts of them, for different lanes: all of one type."""

    parts: tuple[Chosen, ...]

    @property
    def root(self) -> Any:
        """One of the arrays, for what all have in common."""
        return self.parts[0][1].root

    @property
    def shape(self) -> tuple[Value, ...]:
        """Elements along each axis, by lane."""
        return self._each([part.shape for _, part in self.parts])

    @property
    def strides(self) -> tuple[Value, ...]:
        """Elements of memory from one to the next along each axis, by lane."""
        return self._each([part.strides for _, part in self.parts])

    def split(self, mask: Mask) -> Iterator[tuple[Any, Mask]]:
        """The arrays that some active lanes have, each with those lanes."""
        for lanes, part in self.parts:
            some, _ = mask.split(lanes)
            if some is not None:
                yield part, some

    def merged(self, condition: Value, other: Any) -> View | PerLaneArray:
        """This in the lanes where the condition holds, else the other one."""
        return _merged(condition, self, other)

    def _each(self, found: list[tuple[Value, ...]]) -> tuple[Value, ...]:
        merged = found[0]
        for (lanes, _), numbers in zip(self.parts[1:], found[1:], strict=True):
            merged = tuple(_either(lanes, *pair) for pair in zip(numbers, merged, strict=True))
        return merged


def identity(value: Value) -> object:
    """What tells values apart as long as both are kept: arrays by being the same one."""
    return (id(value),) if isinstance(value, np.ndarray) else value


def mapped(elements: Any, change: Callable[[View], View]) -> View | PerLaneArray:
    """A change of what is looked at, of each array for the lanes that have it."""
    if isinstance(elements, PerLaneArray):
        return PerLaneArray(tuple((lanes, change(part.view())) for lanes, part in elements.parts))
    return change(elements.view())


def _merged(condition: Value, one: Any, other: Any) -> View | PerLaneArray:
    """One where the condition holds, else the other; views of the same array become one view."""
    left = {id(part.root): (lanes & ~condition, part) for lanes, part in _parts(other)}
    parts: list[Chosen] = []
    for lanes, part in _parts(one):
        mine = lanes & condition
        rest, same = left.pop(id(part.root), (None, None))
        if same is not None and np.any(rest):
            parts.append((mine | rest, _merged_views(condition, part.view(), same.view())))
        elif np.any(mine):
            parts.append((mine, part))
    parts += [(lanes, part) for lanes, part in left.values() if np.any(lanes)]
    return parts[0][1] if len(parts) == 1 else PerLaneArray(tuple(parts))


def _parts(elements: Any) -> tuple[Chosen, ...]:
    return elements.parts if isinstance(elements, PerLaneArray) else ((np.bool_(True), elements),)


def _merged_views(condition: Value, one: View, other: View) -> View:
    axes = tuple(
        ViewAxis(
            _either(condition, mine.size, its.size),
            _either(condition, mine.stride, its.stride),
            mine.dimension,
            _either(condition, mine.first, its.first),
            _either(condition, mine.step, its.step),
        )
        for mine, its in zip(one.axes, other.axes, strict=True)
    )
    offset = _either(condition, one.offset, other.offset)
    outside = _either(condition, one.outside, other.outside)
    return View(one.array, offset, axes, _merged_indices(condition, one, other), outside)


def _merged_indices(
    condition: Value, one: View, other: View
) -> tuple[tuple[int, Value], ...] | None:
    if one.fixed is None or other.fixed is None or _dimensions(one) != _dimensions(other):
        return None
    theirs = dict(other.fixed)
    return tuple((d, _either(condition, index, theirs[d])) for d, index in one.fixed)


def _dimensions(view: View) -> tuple[list[int], list[int]]:
    fixed = sorted(dimension for dimension, _ in view.fixed or ())
    return [axis.dimension for axis in view.axes], fixed


def _either(condition: Value, one: Value, other: Value) -> Value:
    if one is other or _alike(one, other):
        return one
    return np.where(condition, False if one is None else one, False if other is None else other)


def _alike(one: Value, other: Value) -> bool:
    """Whether two values are one number for all lanes."""
    return (
        one is not None
        and other is not None
        and np.ndim(one) == np.ndim(other) == 0
        and bool(one == other)
    )
