"""What the blocks of a launch move between the SMs, L1, L2 and DRAM."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.model.counts import Counts
from gpuviz.model.reuse import LINE_BYTES, SECTOR_BYTES
from gpuviz.model.streams import BySite
from gpuviz.trace import Trace


class Shares(NamedTuple):
    """What becomes of the sectors that each site asks for."""

    sectors: BySite  # of a unit: 1, of an atomic operation's lane what falls to it; 0: not global
    l2: BySite  # share of the sectors that go on past L1
    dram: BySite  # and past L2; of atomic operations up to 2: a sector is read and written
    waits_l2: BySite  # share of the sectors that a warp waits for longer than for L1
    waits_dram: BySite  # longer than for L2: also where another block has asked already


class Moved(NamedTuple):
    """Traffic of each block, float64 [blocks]."""

    l1_requests: NDArray[np.float64]
    l1_lines: NDArray[np.float64]
    l1_bytes: NDArray[np.float64]
    l2_bytes: NDArray[np.float64]
    l2_unused_bytes: NDArray[np.float64]
    dram_bytes: NDArray[np.float64]


def moved_by_blocks(trace: Trace, counts: Counts, shares: Shares) -> Moved:
    """The traffic of every block: its own sectors, of which each site lets the same share pass."""
    sectors = SECTOR_BYTES * shares.sectors
    past = np.stack((sectors, sectors * shares.l2, sectors * shares.dram))
    l1, l2, dram = counts.by_block(past @ counts.units)
    atomic = [site.kind == "atomic" and site.space == "global" for site in trace.sites]
    lines = counts.lines.astype(np.float64)
    lines[atomic] = counts.requests[atomic]
    stores = np.array([site.kind == "write" and site.space == "global" for site in trace.sites])
    unused = LINE_BYTES * (stores @ lines) - (sectors * stores) @ counts.units
    return Moved(
        counts.by_block(through_l1(trace) @ counts.requests),
        counts.by_block(lines.sum(axis=0)),
        l1,
        l2,
        counts.by_block(unused),
        dram,
    )


def through_l1(trace: Trace) -> BySite:
    """1 for each site whose requests L1 answers, else 0. Local arrays are taken to be registers."""
    return np.array([float(site.space == "global") for site in trace.sites])


def in_shared(trace: Trace) -> BySite:
    """1 for each site in shared memory, else 0."""
    return np.array([float(site.space == "shared") for site in trace.sites])
