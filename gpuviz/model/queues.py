"""Atomic operations, and how they stand in line: before one address, or before a bank."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gpuviz.launch import LaunchConfig
from gpuviz.model.axes import groups
from gpuviz.model.counts import Counts
from gpuviz.model.sample import NOWHERE, WarpSample
from gpuviz.model.source import BySite
from gpuviz.model.streams import AccessStream, MemoryUse
from gpuviz.trace import NO_ELEMENT, ArrayInfo, Trace

CHANCE = 2.0
"""Standard deviations by which one address must be more in demand than the others in the sample:
of many addresses that are alike, one always is by chance."""

BANKS = 32
BANK_BYTES = 4
MOST_ROWS = 1024  # accesses of warps to shared memory that are looked at for each site


class Queue(NamedTuple):
    """Atomic operations of a launch on the one address most in demand."""

    operations: float
    is_float: bool  # on fractions


def longest_queue(trace: Trace, counts: Counts, use: MemoryUse) -> Queue:
    """The longest of all arrays."""
    done = counts.units_by_site
    arrays = {array.name: array for array in trace.arrays if array.space == "global"}
    atomic = [
        stream
        for stream in use.streams
        if stream.writes and trace.sites[stream.site].kind == "atomic"
    ]
    queues = [
        Queue(
            _queue(
                arrays[name],
                [stream for stream in atomic if stream.array == name],
                float(sum(done[stream.site] for stream in atomic if stream.array == name)),
                use.seen.sample if use.seen else None,
                trace.config,
            ),
            arrays[name].dtype.kind == "f",
        )
        for name in {stream.array for stream in atomic}
    ]
    return max(queues, default=Queue(0.0, False))


def _queue(
    array: ArrayInfo,
    streams: Sequence[AccessStream],
    operations: float,
    sample: WarpSample | None,
    config: LaunchConfig,
) -> float:
    """Of so many operations on an array, those on one of its elements."""
    evenly = operations / max(array.size, 1)
    if sample is None:
        return evenly
    sites = [stream.site for stream in streams]
    rows = np.logical_or.reduce([sample.site == site for site in sites])
    addresses = sample.address[rows]
    addresses = addresses[addresses != NOWHERE]
    if not len(addresses):
        return evenly
    most = int(np.unique(addresses, return_counts=True)[1].max())
    if len(addresses) >= operations:
        return float(most)
    return max(
        evenly, operations * _share(most, len(addresses)) * _repeated(streams, sample, config)
    )


def _share(most: int, seen: int) -> float:
    """The share of the operations that go to one address, less what may be chance."""
    share = most / seen
    return share - CHANCE * math.sqrt(share * (1 - share) / seen)


def _repeated(streams: Sequence[AccessStream], sample: WarpSample, config: LaunchConfig) -> float:
    """1 where all blocks go to the same addresses as those looked at; less where to their own."""
    axes = streams[0].axes
    if axes is None:
        return 1.0
    looked_at = len({_group(block, axes, config) for block in sample.blocks})
    return looked_at / groups(config.blocks, axes, config.grid)


def _group(block: int, axes: Sequence[bool], config: LaunchConfig) -> tuple[int, ...]:
    place = config.grid.index(block)
    return tuple(at for at, along in zip(place, axes, strict=True) if along)


def wavefronts_of_units(trace: Trace) -> BySite:
    """Turns of shared memory for each unit that was counted, 0 of what is not shared.

    Units of atomic operations are lanes; those of a warp that go to one bank take turns, also on
    one address.
    """
    turns = np.array([float(site.space == "shared") for site in trace.sites])
    for row, site in enumerate(trace.sites):
        if site.space == "shared" and site.kind == "atomic":
            turns[row] = _turns_of_lane(trace, row)
    return turns


def _turns_of_lane(trace: Trace, site: int) -> float:
    """Where nobody has seen them, every lane takes its own turn."""
    if trace.accesses is None:
        return 1.0
    rows = np.flatnonzero(trace.accesses.site == site)[:MOST_ROWS]
    if not len(rows):
        return 1.0
    element = trace.accesses.element[rows]
    array = trace.arrays[int(trace.accesses.array[rows[0]])]
    bank = array.addresses(element) // BANK_BYTES % BANKS
    bank += np.arange(len(rows))[:, None] * BANKS
    active = element != NO_ELEMENT
    waiting = np.bincount(bank[active], minlength=len(rows) * BANKS).reshape(-1, BANKS)
    return float(waiting.max(axis=1).sum() / np.count_nonzero(active))
