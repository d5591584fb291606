"""What every site of a launch moves, and what it would have to move at least."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.memory_banks import BANK_BYTES, BANKS, MOST_GROUPS
from gpuviz.insight.stage_warp import SECTOR_BYTES
from gpuviz.insight.traffic import site_text
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import NO_ELEMENT, ArrayInfo, Site, Trace

NOWHERE = np.iinfo(np.int64).max  # the address of a lane that takes no part: behind all others

Unit = Literal["sectors", "wavefronts", "lanes"]
Addresses = NDArray[np.int64]
"""[warps, 32] in bytes, NOWHERE for lanes that take no part."""


@dataclass(frozen=True, slots=True)
class SiteCost:
    """One site over the whole launch; what only its accesses tell is that of the followed blocks.

    `units`: sectors (global), wavefronts (shared), lanes (atomics; local and constant memory).
    """

    row: int  # in Trace.sites
    site: Site
    text: str  # as the source has it: "a[i]"
    requests: int
    units: int
    known_requests: int  # of followed blocks
    known_units: int
    fewest: int  # units that would do for the known requests; of atomics the longest queue
    needed_bytes: int  # of the known requests, elements that lanes share counted once

    @property
    def unit(self) -> Unit:
        """What `units` counts."""
        if self.site.kind == "atomic" or self.site.space in ("local", "constant"):
            return "lanes"
        return "sectors" if self.site.space == "global" else "wavefronts"

    @property
    def per_request(self) -> float:
        """Units of one warp's execution, on average."""
        return self.units / max(self.requests, 1)

    @property
    def fewest_per_request(self) -> float | None:
        """Units that would do, on average; None where no access is known."""
        return self.fewest / self.known_requests if self.known_requests else None

    @property
    def used_share(self) -> float | None:
        """Needed bytes of the moved ones; None but for known reads and writes of global memory."""
        if self.unit != "sectors" or not self.known_units:
            return None
        return self.needed_bytes / (self.known_units * SECTOR_BYTES)

    @property
    def conflicts(self) -> int:
        """Known wavefronts beyond what would do; 0 but for shared memory."""
        return self.known_units - self.fewest if self.unit == "wavefronts" else 0


@dataclass(frozen=True, slots=True)
class ArrayReads:
    """How often the elements of an array in global memory are read."""

    array: str
    reads: int  # by threads
    elements: int  # different ones that are read; of a whole launch all of the array

    @property
    def each(self) -> float:
        """Reads of one element, on average over those that are read."""
        return self.reads / max(self.elements, 1)


def site_cost(trace: Trace, row: int) -> SiteCost:
    """The cost of one site, which takes the longer the more accesses of it were kept."""
    site = trace.sites[row]
    addresses = site_addresses(trace, row)
    known, fewest, needed = _measured(site, addresses)
    requests, units = len(addresses), known
    counters = trace.warp_counters
    if counters is not None:
        requests, units = (int(c[row].sum(dtype=np.int64)) for c in _columns(trace))
    if not requests and site.space in ("global", "shared"):
        # a member of float4 and its like: the first one's site has the request of all
        return SiteCost(row, site, site_text(trace, site), 0, 0, 0, 0, 0, 0)
    if site.space in ("local", "constant"):  # the counters say nothing of these
        units = known = int((addresses != NOWHERE).sum())
    return SiteCost(
        row, site, site_text(trace, site), requests, units, len(addresses), known, fewest, needed
    )


def array_reads(trace: Trace) -> tuple[ArrayReads, ...]:
    """The arrays in global memory that the followed blocks read, as Trace.arrays orders them."""
    accesses = trace.accesses
    if accesses is None:
        return ()
    reading = np.array([s.space == "global" and s.kind == "read" for s in trace.sites], np.bool_)
    rows = np.flatnonzero(reading[accesses.site]) if len(reading) else np.zeros(0, np.intp)
    found = []
    for array in np.unique(accesses.array[rows]):
        element = accesses.element[rows[accesses.array[rows] == array]]
        read = element[element != NO_ELEMENT]
        different = _different(read, trace.arrays[array].size)
        found.append(ArrayReads(trace.arrays[array].name, len(read), different))
    return tuple(one for one in found if one.reads)


def launch_reads(trace: Trace) -> tuple[ArrayReads, ...] | None:
    """The same of the whole launch, as its warps were counted, for each element of an array.

    None where the counters cannot tell: a site that reads from several arrays, or for some of the
    lanes that execute its statement only, as the steps of the followed blocks show.
    """
    counters = trace.warp_counters
    if counters is None or trace.accesses is None or trace.steps is None:
        return None
    totals: dict[int, int] = {}
    for row, site in enumerate(trace.sites):
        requests = int(counters.requests[row].sum(dtype=np.int64))
        if site.space != "global" or site.kind != "read" or not requests:
            continue
        array = _read_by_every_lane(trace, row)
        if array is None or requests != counters.steps[site.statement].sum(dtype=np.int64):
            return None
        lanes = int(counters.lanes[site.statement].sum(dtype=np.int64))
        totals[array] = totals.get(array, 0) + lanes
    infos = trace.arrays
    return tuple(ArrayReads(infos[a].name, totals[a], infos[a].size) for a in sorted(totals))


def _read_by_every_lane(trace: Trace, row: int) -> int | None:
    """The one array that a site reads from for every lane of its statement's known steps; None if
    that is not so.
    """
    accesses, steps = trace.accesses, trace.steps
    assert accesses is not None
    assert steps is not None
    mine = np.flatnonzero(accesses.site == row)
    arrays = np.unique(accesses.array[mine])
    reading = (accesses.element[mine] != NO_ELEMENT).sum(axis=1)
    active = np.bitwise_count(steps.mask[accesses.step[mine]])
    return int(arrays[0]) if len(arrays) == 1 and (reading == active).all() else None


def _different(elements: NDArray[np.int64], size: int) -> int:
    """How many of an array's elements are among these."""
    if size > len(elements):  # sorting is then less work than marking
        return len(np.unique(elements))
    seen = np.zeros(size, np.bool_)
    seen[elements] = True
    return int(np.count_nonzero(seen))


def _columns(trace: Trace) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    assert trace.warp_counters is not None
    return trace.warp_counters.requests, trace.warp_counters.units


def site_addresses(trace: Trace, row: int) -> Addresses:
    """Of every known access at a site, in the order of Accesses."""
    accesses = trace.accesses
    if accesses is None:
        return np.zeros((0, WARP_SIZE), np.int64)
    rows = np.flatnonzero(accesses.site == row)
    element = accesses.element[rows]
    found = np.empty_like(element)
    for array in np.unique(accesses.array[rows]):
        mine = accesses.array[rows] == array
        found[mine] = _of_array(trace.arrays[array], element[mine])
    return found


def _of_array(info: ArrayInfo, element: NDArray[np.int64]) -> Addresses:
    return np.where(element == NO_ELEMENT, NOWHERE, info.addresses(np.maximum(element, 0)))


def _measured(site: Site, addresses: Addresses) -> tuple[int, int, int]:
    """(units, fewest, needed bytes) of all rows together."""
    ordered = np.sort(addresses, axis=1)
    needed = _distinct(ordered) * site.itemsize
    total = int(needed.sum())
    if site.kind == "atomic":
        return int((ordered != NOWHERE).sum()), _longest_queue(ordered), total
    if site.space == "global":
        moved, fewest = sectors_by_access(addresses, site.itemsize)
        return int(moved.sum()), int(fewest.sum()), total
    if site.space == "shared":
        return *_wavefronts(addresses, site.itemsize), total
    return 0, 0, total


def _distinct(ordered: NDArray[np.int64]) -> NDArray[np.int64]:
    """Different values of each row but for NOWHERE."""
    fresh = np.ones(ordered.shape, np.bool_)
    fresh[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    counts: NDArray[np.int64] = (fresh & (ordered != NOWHERE)).sum(axis=1)
    return counts


def sectors_by_access(
    addresses: Addresses, itemsize: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of each access: its distinct sectors, and those that its elements would fill side by side."""
    ordered = np.sort(addresses, axis=1)
    return _sectors(ordered, itemsize), -(-_distinct(ordered) * itemsize // SECTOR_BYTES)


def _sectors(ordered: Addresses, itemsize: int) -> NDArray[np.int64]:
    """Distinct sectors of each row; an element may reach into the sector behind its first."""
    away = ordered == NOWHERE
    first = np.where(away, NOWHERE, ordered // SECTOR_BYTES)
    last = np.where(away, NOWHERE, (ordered + (itemsize - 1)) // SECTOR_BYTES)
    if (first != last).any():
        first = np.sort(np.hstack((first, last)), axis=1)
    return _distinct(first)


def _wavefronts(addresses: Addresses, itemsize: int) -> tuple[int, int]:
    """Wavefronts, and groups of lanes with an active one: each needs one at least."""
    counts = words_by_bank(addresses, itemsize).max(axis=-1, initial=0)
    return int(counts.sum()), int((counts > 0).sum())


def words_by_bank(addresses: Addresses, itemsize: int) -> NDArray[np.int64]:
    """[accesses, groups, banks] different words that each group of lanes wants of each bank.

    Items wider than a bank go by groups of lanes, and a place in the last axis stands for as many
    banks side by side as an item fills.
    """
    unit = max(BANK_BYTES, itemsize)
    groups = min(unit // BANK_BYTES, MOST_GROUPS)
    rows = addresses.reshape(-1, WARP_SIZE // groups)
    rows = np.sort(np.where(rows == NOWHERE, NOWHERE, rows // unit), axis=1)
    slots = max(BANKS * BANK_BYTES // unit, 1)
    fresh = rows != NOWHERE
    fresh[:, 1:] &= rows[:, 1:] != rows[:, :-1]
    cell = np.arange(len(rows))[:, None] * slots + rows % slots
    counts: NDArray[np.int64] = np.bincount(cell[fresh], minlength=len(rows) * slots)
    return counts.reshape(-1, groups, slots)


def _longest_queue(ordered: Addresses) -> int:
    """The most lanes of one warp that change one element."""
    taking_part = ordered != NOWHERE
    run = taking_part[:, 0].astype(np.int64)
    longest = int(run.max(initial=0))
    for lane in range(1, WARP_SIZE):
        same = ordered[:, lane] == ordered[:, lane - 1]
        run = np.where(taking_part[:, lane], np.where(same, run + 1, 1), 0)
        longest = max(longest, int(run.max(initial=0)))
    return longest
