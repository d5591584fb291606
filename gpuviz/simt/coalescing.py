"""What a warp's access costs: sectors and lines of global, wavefronts of shared memory.

Rules: SEMANTICS.md 4; CUDA C++ Best Practices Guide 10.2.1 (32-byte sectors), Programming Guide
20.4.3 (32 banks of 4 bytes).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE

SECTOR_BYTES = 32
LINE_BYTES = 128
BANK_BYTES = 4
BANK_ROW_BYTES = 128  # all 32 banks, 4 bytes each


def sectors_and_lines(
    addresses: NDArray[np.int64], lanes: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Distinct 32-byte sectors and 128-byte lines that each warp touches.

    addresses: bytes, shape (rows, 32), one row a warp; lanes: the active ones, None for all. Both
    results have the shape (rows,); a row without an active lane counts 0.
    """
    sectors = _active_only(addresses // SECTOR_BYTES, lanes)
    if not np.all(sectors[:, 1:] >= sectors[:, :-1]):
        sectors = np.sort(sectors, axis=1)
    lines = sectors // (LINE_BYTES // SECTOR_BYTES)
    active = 1 if lanes is None else lanes.any(axis=1)
    return _changes(sectors) + active, _changes(lines) + active


def wavefronts(
    offsets: NDArray[np.int64], itemsize: int, lanes: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Wavefronts of each warp's access to shared memory, and those it would need without conflicts.

    offsets: bytes in shared memory, shape (rows, 32). 8-byte items go by half-warps and 16-byte
    items by quarter-warps; groups without an active lane cost nothing. Both results have the shape
    (rows,).
    """
    unit = max(BANK_BYTES, itemsize)
    groups = 1 if unit <= BANK_BYTES else min(unit // BANK_BYTES, 4)
    banks = BANK_ROW_BYTES // unit
    rows = offsets.reshape(-1, WARP_SIZE // groups) // unit
    active = None if lanes is None else lanes.reshape(rows.shape)
    filled = _active_only(rows, active)
    per_group = np.ones(len(rows), np.int64) if active is None else active.any(axis=1).astype(int)
    spread = filled.max(axis=1) - filled.min(axis=1) >= banks
    if spread.any():
        per_group[spread] = _largest_bank(filled[spread], banks) * (per_group[spread] > 0)
    ideal = (per_group > 0).reshape(-1, groups).sum(axis=1)
    return per_group.reshape(-1, groups).sum(axis=1), ideal


def _largest_bank(units: NDArray[np.int64], banks: int) -> NDArray[np.int64]:
    """The largest number of distinct units in one bank, per row."""
    ordered = np.sort(units, axis=1)
    fresh = np.ones(ordered.shape, np.bool_)
    fresh[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    cell = np.arange(len(ordered))[:, None] * banks + ordered % banks
    counts = np.bincount(cell[fresh], minlength=len(ordered) * banks)
    largest: NDArray[np.int64] = counts.reshape(-1, banks).max(axis=1)
    return largest


def _active_only(values: NDArray[np.int64], lanes: NDArray[np.bool_] | None) -> NDArray[np.int64]:
    """Inactive lanes take the value of the first active one: they touch nothing of their own."""
    if lanes is None:
        return values
    first = np.take_along_axis(values, lanes.argmax(axis=1)[:, None], axis=1)
    filled: NDArray[np.int64] = np.where(lanes, values, first)
    return filled


def _changes(ordered: NDArray[np.int64]) -> NDArray[np.int64]:
    changes: NDArray[np.int64] = np.count_nonzero(ordered[:, 1:] != ordered[:, :-1], axis=1)
    return changes
