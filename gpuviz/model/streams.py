"""What each site reads and writes in the whole launch, as far as the followed blocks tell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpuviz.model.axes import Axes, axes_of
from gpuviz.model.counts import Counts
from gpuviz.model.reuse import SECTOR_BYTES, LineTouches, touches_of
from gpuviz.model.sample import NOWHERE, WarpSample, sample_of
from gpuviz.model.source import BySite
from gpuviz.trace import ArrayInfo, Site, Trace

EACH_ITS_OWN: Axes = (True, True, True)


class AccessStream(NamedTuple):
    """What one site reads, or writes, in the whole launch; an atomic operation does both."""

    site: int
    writes: bool
    array: str
    array_sectors: int
    asked: float  # sectors
    fresh: float  # of these, the ones that their block did not touch before
    axes: Axes | None  # None: anywhere in the array, as the data say


class Seen(NamedTuple):
    """What the sampled blocks show, in their order; atomic operations are read and written."""

    sample: WarpSample
    reads: LineTouches
    writes: LineTouches


class MemoryUse(NamedTuple):
    """All that a launch does to global memory."""

    seen: Seen | None
    sectors: BySite  # for each unit that was counted, 0 of what is not global memory
    streams: tuple[AccessStream, ...]


def memory_use(trace: Trace, counts: Counts) -> MemoryUse:
    """What a launch does to global memory, whatever the device."""
    seen = seen_in(trace)
    sectors = sectors_of_units(trace, counts, seen)
    asked = sectors * counts.units_by_site
    return MemoryUse(seen, sectors, streams_of(trace, asked, seen))


def seen_in(trace: Trace) -> Seen | None:
    """The touches of the sites that read and of those that write; None where none was kept."""
    sample = sample_of(trace)
    if sample is None:
        return None
    reading, writing = (
        np.array([goes(site, writes) for site in trace.sites]) for writes in (False, True)
    )
    return Seen(sample, *touches_of(sample, reading, writing))


def goes(site: Site, writes: bool) -> bool:
    """Whether a site writes, or reads."""
    return site.kind in ("write" if writes else "read", "atomic")


def sectors_of_units(trace: Trace, counts: Counts, seen: Seen | None) -> BySite:
    """Sectors for each unit that was counted, 0 of what is not global memory.

    Units of atomic operations are lanes, of which several may go to one sector; nobody having seen
    where they go, all lanes of a warp go to one.
    """
    sectors = np.array([float(site.space == "global") for site in trace.sites])
    for row, site in enumerate(trace.sites):
        if site.kind == "atomic" and site.space == "global":
            lanes = 0 if seen is None else _lanes(seen.sample, row)
            if seen is not None and lanes:
                sectors[row] = np.count_nonzero(seen.reads.site == row) / lanes
            else:
                sectors[row] = counts.requests[row].sum() / max(counts.units[row].sum(), 1)
    return sectors


def _lanes(sample: WarpSample, site: int) -> int:
    return int(np.count_nonzero(sample.address[sample.site == site] != NOWHERE))


def streams_of(trace: Trace, asked: BySite, seen: Seen | None) -> tuple[AccessStream, ...]:
    """The streams of all sites that ask for anything; `asked`: sectors by site.

    A site that no sampled block came to has its own elements in every block.
    """
    arrays = {array.name: _sectors(array) for array in trace.arrays if array.space == "global"}
    reads, writes = (seen.reads.fresh_shares(), seen.writes.fresh_shares()) if seen else ({}, {})
    axes = {}
    if seen is not None:
        axes = {row: axes_of(seen.sample, row, trace.config) for row in reads | writes}
    return tuple(
        AccessStream(
            row,
            wanted,
            site.array,
            arrays[site.array],
            float(asked[row]),
            # The sample may end before all comes again.
            min(float(asked[row]) * fresh.get(row, 1.0), arrays[site.array] * trace.config.blocks),
            axes.get(row, EACH_ITS_OWN),
        )
        for row, site in enumerate(trace.sites)
        for wanted, fresh in ((False, reads), (True, writes))
        if asked[row] and goes(site, wanted) and site.array in arrays
    )


def _sectors(array: ArrayInfo) -> int:
    """The sectors that an array lies in."""
    first, end = array.extent
    return -(-end // SECTOR_BYTES) - first // SECTOR_BYTES if end > first else 0
