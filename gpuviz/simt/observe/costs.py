"""What one execution of a site costs the warps, found out once for equal accesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.memory.arrays import AnyArray
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.observe import coalescing

NOWHERE = np.int64(0)  # where the elements do not matter
ALIKE = ((), (1,))  # last axis of elements that are the same for all lanes of a block: any will do
KNOWN_LIMIT = 1024  # costs that are remembered by what was accessed
SMALL = 1024  # elements: so many are looked up by their values, more by being the same array
MASKS_LIMIT = 64  # costs that are remembered by the lanes that were active
LATEST_LIMIT = 4  # costs that are remembered by the array of indices that was used

Group = tuple[str, int, int, int]
"""Accesses whose elements alone decide the cost.

Space, item size, bytes from one element to the next, address within a line.
"""

LOCAL: Group = ("local", 0, 0, 0)
ATOMIC: Group = ("atomic", 0, 0, 0)


class Groups(NamedTuple):
    """Those of the accesses to an array."""

    together: Group  # all lanes of a block access one element
    apart: Group | None  # they may access others; None: that makes no difference


def groups_of(array: AnyArray, vector: int = 0) -> Groups:
    """The groups to which reads and writes of an array belong.

    `vector`: bytes that are accessed together from an element on; 0: its own alone.
    """
    if isinstance(array, LocalArray) or array.space == "constant":
        return Groups(LOCAL, None)
    space, itemsize, address = array.space, array.dtype.itemsize, array.address
    itemsize = max(itemsize, vector)
    apart = (space, itemsize, array.unit, address % coalescing.PERIOD_BYTES)
    return Groups((space, itemsize, 0, 0), apart)


@dataclass(frozen=True, slots=True, eq=False)
class Cost:
    """What one execution of a site costs. It is never changed, so that it can be shared.

    `by_warp`: requests, units and lines, uint32, shape (3, blocks or 1, warps). Units are sectors
    of global memory, wavefronts of shared memory, or lanes of an atomic operation. `sums` are the
    sums of the three; `ideal` is the number of wavefronts without conflicts.
    """

    by_warp: NDArray[np.uint32]
    sums: tuple[int, int, int]
    ideal: int


@dataclass(eq=False)
class CostCache:
    """The costs of a launch's accesses; those that come again are looked up.

    What small accesses cost, found by their values, is known to the next launches, too.
    """

    _known: ClassVar[dict[tuple[object, ...], Cost]] = {}
    _of_masks: dict[tuple[Group, Mask], Cost] = field(default_factory=dict)
    _latest: dict[tuple[object, ...], tuple[object, Cost]] = field(default_factory=dict)

    def access(self, array: AnyArray, flat: Value, mask: Mask, vector: int = 0) -> Cost:
        """Of a read or write of the elements `flat` by the active lanes.

        `vector`: see groups_of.
        """
        groups = groups_of(array, vector)
        if groups.apart is None or flat.shape[-1:] in ALIKE:
            return self.by_mask(groups.together, mask)
        return self._by_array(groups.apart, flat, mask)

    def atomic(self, mask: Mask) -> Cost:
        """Of an atomic operation of the active lanes."""
        return self.by_mask(ATOMIC, mask)

    def by_mask(self, group: Group, mask: Mask) -> Cost:
        """Where it does not matter which elements are accessed."""
        key = (group, mask)
        cost = self._of_masks.get(key)
        if cost is None:
            if len(self._of_masks) >= MASKS_LIMIT:
                self._of_masks.clear()
            small = mask.lanes.size <= SMALL
            cost = self._by_values(group, NOWHERE, mask) if small else _cost(group, NOWHERE, mask)
            self._of_masks[key] = cost
        return cost

    def _by_values(self, group: Group, flat: Value, mask: Mask) -> Cost:
        key = (group, flat.shape, flat.tobytes(), mask.lanes.shape, mask.words.tobytes())
        cost = self._known.get(key)
        if cost is None:
            if len(self._known) >= KNOWN_LIMIT:
                self._known.clear()
            cost = self._known[key] = _cost(group, flat, mask)
        return cost

    def _by_array(self, group: Group, flat: Value, mask: Mask) -> Cost:
        """An index that comes again has the same array of elements."""
        key = (group, id(flat), mask)
        same, cost = self._latest.get(key, (None, None))
        if cost is None or same is not flat:
            if len(self._latest) >= LATEST_LIMIT:
                self._latest.clear()
            small = flat.size <= SMALL and mask.lanes.size <= SMALL
            cost = self._by_values(group, flat, mask) if small else _cost(group, flat, mask)
            self._latest[key] = flat, cost  # what is kept keeps its id
        return cost


def costs_of_warps(group: Group, flats: Sequence[Value], masks: Sequence[Mask]) -> Cost:
    """Of accesses of one warp each, all together; `by_warp` has the shape (3, accesses, 1)."""
    elements = np.concatenate(flats, axis=None).reshape(-1, WARP_SIZE)
    words = np.concatenate([mask.words for mask in masks])
    lanes = np.unpackbits(words.view(np.uint8), bitorder="little").view(np.bool_)
    return _cost(group, elements, Mask(lanes.reshape(-1, WARP_SIZE), len(masks)))


def _cost(group: Group, flat: Value, mask: Mask) -> Cost:
    space, itemsize, unit, address = group
    if space == "local":
        return _stacked(mask, np.zeros((1, 1), np.uint32))
    if space == "atomic":
        return _stacked(mask, mask.warp_lanes)
    if flat is NOWHERE and space == "global":
        return _stacked(mask, mask.warp_any, mask.warp_any)
    if flat is NOWHERE:
        parts = _active_parts(mask, coalescing.parts_of_a_warp(itemsize))
        return _stacked(mask, parts, ideal=int(parts.sum()))
    lanes = mask.lanes
    rows = max(lanes.shape[0], np.shape(flat)[0] if np.ndim(flat) == 2 else 1)
    shape, by_warp = (rows, lanes.shape[1]), (rows, lanes.shape[1] // WARP_SIZE)
    elements, layout = _warps(flat, shape), coalescing.Layout(itemsize, address, unit)
    active = None if mask.whole else _warps(lanes, shape)
    if space == "global":
        sectors, lines = coalescing.sectors_and_lines(elements, layout, active)
        return _stacked(mask, sectors.reshape(by_warp), lines.reshape(by_warp))
    fronts, ideal = coalescing.wavefronts(elements, layout, active)
    return _stacked(mask, fronts.reshape(by_warp), ideal=int(ideal.sum()))


def _active_parts(mask: Mask, parts: int) -> NDArray[np.intp]:
    """Of each warp the halves, or quarters, that have an active lane; shape of `mask.words`."""
    words = mask.words
    some = (words.view(f"<u{words.itemsize // parts}") != 0).reshape(*words.shape, parts)
    active: NDArray[np.intp] = np.count_nonzero(some, axis=-1)
    return active


def _warps(values: NDArray[Any], shape: tuple[int, int]) -> NDArray[Any]:
    return np.broadcast_to(values, shape).reshape(-1, WARP_SIZE)


def _stacked(
    mask: Mask, units: NDArray[Any], lines: NDArray[Any] | None = None, ideal: int = 0
) -> Cost:
    rows = max(len(mask.words), len(units))
    by_warp = np.zeros((3, rows, mask.words.shape[1]), np.uint32)
    by_warp[0], by_warp[1] = mask.warp_any, units
    if lines is not None:
        by_warp[2] = lines
    requests, units_sum, lines_sum = by_warp.reshape(3, -1).sum(axis=1, dtype=np.int64).tolist()
    return Cost(by_warp, (requests, units_sum, lines_sum), ideal)
