"""What a warp's access costs: sectors and lines of global, wavefronts of shared memory.

Rules: semantics.md 4; CUDA C++ Best Practices Guide 10.2.1 (32-byte sectors), Programming Guide
20.4.3 (32 banks of 4 bytes).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE

SECTOR_BYTES = 32
LINE_BYTES = 128
BANK_BYTES = 4
BANK_ROW_BYTES = 128  # all 32 banks, 4 bytes each
PATTERNS = 1024  # costs of one row that are remembered
FEW_ROWS = 32  # are measured one by one: to compare them takes as long
PERIOD_BYTES = 128  # what lies that far away costs the same: whole lines, whole rows of banks

Elements = NDArray[np.int64]
"""Places in units of an item's size, shape (rows, lanes): a warp a row, or a part of one."""

Measure = Callable[[NDArray[np.int64]], NDArray[np.int64]]
"""What rows of addresses in bytes, all lanes active, cost: shape (2, rows)."""


class Layout(NamedTuple):
    """Where an array lies: bytes of an item, the address of item 0, bytes between two places."""

    itemsize: int
    address: int = 0
    step: int = 0  # 0: the items lie side by side

    def bytes_of(self, elements: Elements) -> NDArray[np.int64]:
        """Their addresses."""
        return elements * (self.step or self.itemsize) + self.address

    @property
    def may_straddle(self) -> bool:
        """Whether items may begin elsewhere than at multiples of their size."""
        return bool(self.step % self.itemsize or self.address % self.itemsize)


def sectors_and_lines(
    elements: Elements, layout: Layout, lanes: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Distinct 32-byte sectors and 128-byte lines that each warp touches.

    An element of a packed record may lie across two of them, and touches both.

    elements: shape (rows, 32), one row a warp; lanes: the active ones, None for all. Both results
    have the shape (rows,); a row without an active lane counts 0.
    """
    first = layout.bytes_of(elements) if layout.may_straddle else elements
    if layout.may_straddle and (first % SECTOR_BYTES + layout.itemsize > SECTOR_BYTES).any():
        elements = np.concatenate([first, first + layout.itemsize - 1], axis=1)
        lanes = None if lanes is None else np.concatenate([lanes, lanes], axis=1)
        layout = Layout(1)
    sectors, lines = _of_active(_sectors_and_lines, elements, layout, lanes)
    return sectors, lines


def parts_of_a_warp(itemsize: int) -> int:
    """In how many parts a warp's access to shared memory goes."""
    return min(max(itemsize // BANK_BYTES, 1), 4)


def wavefronts(
    elements: Elements, layout: Layout, lanes: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Wavefronts of each warp's access to shared memory, and those it would need without conflicts.

    elements: shape (rows, 32). 8-byte items go by half-warps and 16-byte items by quarter-warps;
    groups without an active lane cost nothing. Both results have the shape (rows,).
    """
    unit, groups = max(BANK_BYTES, layout.itemsize), parts_of_a_warp(layout.itemsize)
    rows = elements.reshape(-1, WARP_SIZE // groups)
    active = None if lanes is None else lanes.reshape(rows.shape)
    per_group = _of_active(_by_banks(unit), rows, layout, active)
    fronts, ideal = per_group.reshape(2, -1, groups).sum(axis=2)
    return fronts, ideal


def _of_active(
    measure: Measure, elements: Elements, layout: Layout, lanes: NDArray[np.bool_] | None
) -> NDArray[np.int64]:
    """What the active lanes of each row cost, shape (2, rows); 0 where there is none.

    Rows that are full and rows that are not are measured apart: the full ones are mostly alike.
    """
    if lanes is None:
        return _measured(measure, elements, layout)
    words = np.packbits(lanes.reshape(-1)).view(f"<u{lanes.shape[1] // 8}")
    full = words == np.iinfo(words.dtype).max
    costs = np.zeros((2, len(elements)), np.int64)
    for rows, some in ((full, None), (~full & (words != 0), lanes)):
        if rows.any():
            filled = elements[rows] if some is None else _filled(elements[rows], some[rows])
            costs[:, rows] = _measured(measure, filled, layout)
    return costs


def _measured(measure: Measure, elements: Elements, layout: Layout) -> NDArray[np.int64]:
    """The costs of all rows; of rows that are shifted copies of each other, by few measurements."""
    if len(elements) <= FEW_ROWS or not _are_shifted_copies(elements):
        return measure(layout.bytes_of(elements))
    places = layout.bytes_of(elements[:, 0])
    pattern = (layout.bytes_of(elements[0]) - places[0]).tobytes()
    places %= PERIOD_BYTES
    costs = np.zeros((2, PERIOD_BYTES), np.int64)
    for place in np.flatnonzero(np.bincount(places)).tolist():
        costs[:, place] = _of_pattern(measure, pattern, place)
    return costs.take(places, axis=1)


@functools.lru_cache(PATTERNS)
def _of_pattern(measure: Measure, pattern: bytes, place: int) -> tuple[int, int]:
    """The costs of one row whose first lane lies at `place`, and all so far from it, in bytes."""
    one, other = measure(np.frombuffer(pattern, np.int64)[None, :] + place)[:, 0].tolist()
    return one, other


@functools.cache
def _by_banks(unit: int) -> Measure:
    return functools.partial(_wavefronts, unit=unit)


def _are_shifted_copies(rows: Elements) -> bool:
    """Whether from one row to the next all lanes move equally far."""
    width, in_line = rows.shape[1], rows.reshape(-1)
    moved = in_line[width:] - in_line[:-width]
    differs = moved[1:] != moved[:-1]
    differs[width - 1 :: width] = False  # between the last lane of a row and the first of the next
    return not differs.any()


def _filled(elements: Elements, lanes: NDArray[np.bool_]) -> Elements:
    """Inactive lanes take the value of the first active one: they touch nothing of their own."""
    first = np.take_along_axis(elements, lanes.argmax(axis=1)[:, None], axis=1)
    filled: Elements = np.where(lanes, elements, first)
    return filled


def _sectors_and_lines(addresses: NDArray[np.int64]) -> NDArray[np.int64]:
    sectors = addresses // SECTOR_BYTES
    if not np.all(sectors[:, 1:] >= sectors[:, :-1]):
        sectors = np.sort(sectors, axis=1)
    return np.array((_distinct(sectors), _distinct(sectors // (LINE_BYTES // SECTOR_BYTES))))


def _distinct(ordered: NDArray[np.int64]) -> NDArray[np.int64]:
    changes: NDArray[np.int64] = np.count_nonzero(ordered[:, 1:] != ordered[:, :-1], axis=1)
    return changes + 1


def _wavefronts(offsets: NDArray[np.int64], *, unit: int) -> NDArray[np.int64]:
    """Wavefronts, and the one that would do without conflicts."""
    units, banks = offsets // unit, BANK_ROW_BYTES // unit
    costs = np.ones((2, len(units)), np.int64)
    spread = units.max(axis=1) - units.min(axis=1) >= banks
    if spread.any():
        costs[0, spread] = _largest_bank(units[spread], banks)
    return costs


def _largest_bank(units: NDArray[np.int64], banks: int) -> NDArray[np.int64]:
    """The largest number of distinct units in one bank, per row."""
    ordered = np.sort(units, axis=1)
    fresh = np.ones(ordered.shape, np.bool_)
    fresh[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    cell = np.arange(len(ordered))[:, None] * banks + ordered % banks
    counts = np.bincount(cell[fresh], minlength=len(ordered) * banks)
    largest: NDArray[np.int64] = counts.reshape(-1, banks).max(axis=1)
    return largest
