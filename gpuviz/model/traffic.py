"""What the sites of a launch move: sectors of global memory, and what caches keep of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.model.counts import Counts
from gpuviz.trace import ArrayInfo, Site, Trace

SECTOR_BYTES = 32

BySite = NDArray[np.float64]
"""One number a site, float64 [sites]."""


class Shares(NamedTuple):
    """Of the sectors that each site asks for, those that go on: 0 to 1 each."""

    l2: BySite  # past L1
    dram: BySite  # past L2; of atomic operations up to 2: a sector is read and written


class Moved(NamedTuple):
    """Traffic of each block, float64 [blocks]."""

    l1_requests: NDArray[np.float64]
    l1_lines: NDArray[np.float64]
    l1_bytes: NDArray[np.float64]
    l2_bytes: NDArray[np.float64]
    dram_bytes: NDArray[np.float64]


def moved_by_blocks(trace: Trace, counts: Counts, shares: Shares) -> Moved:
    """The traffic of every block: its own sectors, of which each site lets the same share pass."""
    is_global = np.array([float(site.space == "global") for site in trace.sites])
    is_atomic = np.array([float(site.kind == "atomic") for site in trace.sites])
    sectors = SECTOR_BYTES * is_global
    past = np.stack((sectors, sectors * shares.l2, sectors * shares.dram))
    l1, l2, dram = counts.by_block(past @ counts.units)
    lines = is_global @ counts.lines + (is_global * is_atomic) @ counts.requests
    return Moved(
        counts.by_block(through_l1(trace) @ counts.requests), counts.by_block(lines), l1, l2, dram
    )


def through_l1(trace: Trace) -> BySite:
    """1 for each site whose requests L1 answers, else 0: those of global and of local memory."""
    return np.array([float(site.space in ("global", "local")) for site in trace.sites])


def shared_wavefronts(trace: Trace, counts: Counts) -> NDArray[np.float64]:
    """Wavefronts of shared memory of each block, float64 [blocks]."""
    is_shared = np.array([float(site.space == "shared") for site in trace.sites])
    return counts.by_block(is_shared @ counts.units)


def compulsory_shares(trace: Trace, counts: Counts) -> Shares:
    """L1 keeps nothing; DRAM moves each byte of an array once to be read, once to be written."""
    sectors = counts.by_site(counts.units)
    dram = np.zeros(len(trace.sites))
    arrays = {array.name: array for array in trace.arrays if array.space == "global"}
    for direction in ("read", "write"):
        for name, array in arrays.items():
            rows = [
                row
                for row, site in enumerate(trace.sites)
                if site.array == name and site.space == "global" and goes(site, direction)
            ]
            asked = sectors[rows].sum()
            if asked:
                dram[rows] += min(1.0, array_sectors(array) / asked)
    return Shares(np.ones(len(trace.sites)), dram)


def goes(site: Site, direction: str) -> bool:
    """Whether a site reads, or writes; an atomic operation does both."""
    return site.kind in (direction, "atomic")


def array_sectors(array: ArrayInfo) -> int:
    """The sectors that an array lies in."""
    first, end = array.extent
    return -(-end // SECTOR_BYTES) - first // SECTOR_BYTES if end > first else 0
