"""Atomic operations, and how they stand in line: before a slice of L2, or before a bank."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import LaunchConfig
from gpuviz.model.axes import groups
from gpuviz.model.counts import Counts
from gpuviz.model.reuse import SECTOR_BYTES
from gpuviz.model.sample import NOWHERE, WarpSample
from gpuviz.model.source import BySite
from gpuviz.model.streams import AccessStream, MemoryUse
from gpuviz.trace import NO_ELEMENT, ArrayInfo, Trace

CHANCE = 2.0
"""Standard deviations by which one slice must be more in demand than the others in the sample: of
many that are alike, one always is by chance."""

SLICE_BYTES = 512
"""Neighbouring bytes of global memory that one slice of L2 serves, one pass after the other. H100
(benchmarks/measured): an address for each of 528 blocks, 2112 bytes, is served 3.85 times as fast
as a single one, and a histogram of 1024 bytes twice as fast as if one slice did it all."""

BANKS = 32
BANK_BYTES = 4
MOST_ROWS = 1024  # accesses of warps to shared memory that are looked at for each site


class Queue(NamedTuple):
    """Passes of atomic operations through the slice of L2 most in demand.

    A pass takes one operation on each address of a sector: those of a warp on one address need a
    pass each, those on neighbouring addresses share one.
    """

    passes: float
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
    """Of so many operations on an array, the passes through one slice of L2."""
    evenly = _evenly(array, operations)
    if sample is None:
        return evenly
    sites = [stream.site for stream in streams]
    rows = np.logical_or.reduce([sample.site == site for site in sites])
    addresses = sample.address[rows]
    seen = int(np.count_nonzero(addresses != NOWHERE))
    if not seen:
        return evenly
    most = most_passes(np.where(addresses == NOWHERE, NOWHERE, addresses - array.address))
    if seen >= operations:
        return float(most)
    return max(evenly, operations * _share(most, seen) * _repeated(streams, sample, config))


def _evenly(array: ArrayInfo, operations: float) -> float:
    """The least there can be: whole sectors, and the same number to each slice."""
    in_a_sector = max(1, min(array.size, SECTOR_BYTES // array.dtype.itemsize))
    return operations / in_a_sector / max(1.0, array.size * array.dtype.itemsize / SLICE_BYTES)


def most_passes(addresses: NDArray[np.int64]) -> int:
    """Of warps' operations on an array's bytes [rows, 32], through the busiest slice."""
    row, lane = np.nonzero(addresses != NOWHERE)
    at = addresses[row, lane]
    of_row, counts = np.unique(np.stack((row, at)), axis=1, return_counts=True)
    sectors, of_sector = np.unique(
        np.stack((of_row[0], of_row[1] // SECTOR_BYTES)), axis=1, return_inverse=True
    )
    passes = np.zeros(sectors.shape[1], np.int64)
    np.maximum.at(passes, of_sector.ravel(), counts)
    slices, of_slice = np.unique(sectors[1] * SECTOR_BYTES // SLICE_BYTES, return_inverse=True)
    sums = np.zeros(len(slices), np.int64)
    np.add.at(sums, of_slice.ravel(), passes)
    return int(sums.max())


def _share(most: int, seen: int) -> float:
    """Passes for each operation that was seen, less what may be chance."""
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
