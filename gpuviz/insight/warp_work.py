"""What some warps of a launch have cost: their steps, and what memory moved for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Trace


@dataclass(frozen=True, slots=True)
class WarpWork:
    """Sums over some warps, whole launch.

    `lane_share` are their active lanes of all that they have in those steps.
    """

    warps: int
    warp_steps: int
    lane_share: float
    load_sectors: int
    store_sectors: int
    wavefronts: int  # of shared memory
    atomics: int  # by threads


def work_of_block(trace: Trace, block: int) -> WarpWork | None:
    """That of all warps of a block; None where nobody counted."""
    each = trace.config.warps_per_block
    return _work(trace, slice(block * each, (block + 1) * each))


def work_of_launch(trace: Trace) -> WarpWork | None:
    """That of all warps of a launch; None where nobody counted."""
    return _work(trace, slice(0, trace.config.warps))


def work_of_warp(trace: Trace, block: int, warp: int) -> WarpWork | None:
    """That of one warp of a block."""
    row = block * trace.config.warps_per_block + warp
    return _work(trace, slice(row, row + 1))


def _work(trace: Trace, mine: slice) -> WarpWork | None:
    counted = trace.warp_counters
    if counted is None:
        return None
    steps, lanes = _sum(counted.steps[:, mine]), _sum(counted.lanes[:, mine])
    units = counted.units[:, mine].sum(axis=1, dtype=np.int64)

    def of(space: str, *kinds: str) -> int:
        rows = [n for n, s in enumerate(trace.sites) if s.space == space and s.kind in kinds]
        return int(units[rows].sum())

    return WarpWork(
        mine.stop - mine.start,
        steps,
        lanes / (WARP_SIZE * steps) if steps else 0.0,
        of("global", "read"),
        of("global", "write"),
        of("shared", "read", "write"),
        of("global", "atomic") + of("shared", "atomic"),
    )


def _sum(counts: NDArray[Any]) -> int:
    return int(counts.sum(dtype=np.int64))
