"""Atomic operations, and how many of them stand in line for one address."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.model.counts import Counts
from gpuviz.trace import Trace


def atomic_operations(trace: Trace, counts: Counts) -> NDArray[np.float64]:
    """Lanes' atomic operations on global memory by block, float64 [blocks]."""
    chosen = [float(site.space == "global" and site.kind == "atomic") for site in trace.sites]
    return counts.by_block(np.array(chosen) @ counts.units)


def longest_queue(trace: Trace, counts: Counts) -> float:
    """Operations on the one address most in demand, spread evenly over the elements of an array."""
    operations = counts.by_site(counts.units)
    sizes = {array.name: array.size for array in trace.arrays if array.space == "global"}
    queues: dict[str, float] = {}
    for site, done in zip(trace.sites, operations.tolist(), strict=True):
        if site.kind == "atomic" and site.space == "global":
            share = done / max(sizes.get(site.array, 1), 1)
            queues[site.array] = queues.get(site.array, 0.0) + share
    return max(queues.values(), default=0.0)
