"""Finds races: two threads, one element, a write among them, and nothing that orders them.

Each site keeps, for every element, the lowest and the highest thread that accessed it. Two sites
race on an element when both accessed it and more than one thread did. What a barrier orders is told
apart by keys that grow with the barriers a block has passed: key = barriers * threads + thread.
Blocks are ordered by nothing while a launch runs, so what other blocks did is never forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.cohort import Cohort, Mask, Value
from gpuviz.simt.hazards import HazardLog, Race
from gpuviz.simt.memory import AnyArray, GlobalArray, SharedArray, index_of
from gpuviz.trace.source import AccessKind

NOBODY = -1
LANES = 1024  # more than a block has threads: the step from one barrier to the next in shared keys

Keys = NDArray[np.int64]
Lanes = NDArray[np.bool_]
FenceScope = Literal["block", "device", "system"]
Memory = tuple[int, int]
"""The address and the size of a row of elements, which several arrays may share."""
Rival = Callable[[Keys, Keys], Lanes]
"""Whether what one key did can race with what the other did, for keys of the same time."""


@dataclass(frozen=True, slots=True)
class Access:
    """One execution of a site by its active lanes, in linear order of the threads."""

    site: int
    line: int
    kind: AccessKind
    elements: Keys  # [n] flat
    keys: Keys  # [n]
    since: Keys | int  # [n], or one for all: smaller keys are from before a barrier


@dataclass(eq=False)
class SiteShadow:
    """Who accessed each element at one site, as keys; `high` is NOBODY where nobody did."""

    line: int
    kind: AccessKind
    low: Keys
    high: Keys

    def add(self, access: Access) -> None:
        """Notes an access; what is older than `since` is forgotten."""
        elements, keys = access.elements, access.keys
        high, low = self.high[elements], self.low[elements]
        lowest = np.where(high < access.since, keys, np.minimum(low, keys))
        self.high[elements] = np.maximum(high, keys)  # of equal elements the last lane's stays
        self.low[elements[::-1]] = lowest[::-1]  # and here the first lane's


@dataclass(frozen=True, slots=True)
class Clash:
    """Lanes of an access that race with what a site did."""

    other: SiteShadow
    lanes: Keys  # [n] rows of the access
    keys: Keys  # [n] the other thread's key


@dataclass(eq=False)
class ArrayShadow:
    """Who accessed an array, by site. `rival` says which pairs of threads it looks for."""

    size: int
    rival: Rival
    sites: dict[int, SiteShadow] = field(default_factory=dict)

    def note(self, access: Access) -> list[Clash]:
        """Adds an access and gives the races that it is in."""
        if access.site not in self.sites:
            low, high = (np.full(self.size, NOBODY, np.int64) for _ in range(2))
            self.sites[access.site] = SiteShadow(access.line, access.kind, low, high)
        self.sites[access.site].add(access)
        rivals = [site for site in self.sites.values() if _may_race(access.kind, site.kind)]
        rivals.sort(key=lambda site: site.kind == "read")  # writers are named rather than readers
        clashes = (self._clash(access, site) for site in rivals)
        return [clash for clash in clashes if clash is not None]

    def repeated(self, times: int) -> ArrayShadow:
        """The same for as many blocks, one after the other, that have done the same so far."""
        sites = {
            row: SiteShadow(s.line, s.kind, np.tile(s.low, times), np.tile(s.high, times))
            for row, s in self.sites.items()
        }
        return ArrayShadow(self.size * times, self.rival, sites)

    def _clash(self, access: Access, site: SiteShadow) -> Clash | None:
        low, high = site.low[access.elements], site.high[access.elements]
        by_low, by_high = self.rival(access.keys, low), self.rival(access.keys, high)
        lanes = np.flatnonzero((by_low | by_high) & (high >= access.since))
        if not len(lanes):
            return None
        return Clash(site, lanes, np.where(by_low, low, high)[lanes])


@dataclass(eq=False)
class GlobalShadows:
    """Who accessed the arrays of global memory that a launch may write, by address."""

    block_size: int
    threads: int
    written: frozenset[int]  # addresses
    has_barriers: bool
    # between threads that a barrier may order, and between blocks, which nothing orders
    within: dict[Memory, ArrayShadow] = field(default_factory=dict)
    between: dict[Memory, ArrayShadow] = field(default_factory=dict)

    def note(self, array: GlobalArray, access: Access) -> list[Clash]:
        """Adds an access, keys being barriers * threads + thread of the launch."""
        rival = self._same_block if self.has_barriers else _another
        clashes = self._shadow(self.within, array, rival).note(access)
        if self.has_barriers:
            threads, never = access.keys - access.since, np.zeros_like(access.since)
            whole = Access(access.site, access.line, access.kind, access.elements, threads, never)
            clashes += self._shadow(self.between, array, self._other_block).note(whole)
        return clashes

    def _shadow(
        self, shadows: dict[Memory, ArrayShadow], array: GlobalArray, rival: Rival
    ) -> ArrayShadow:
        memory = array.address, array.data.size
        if memory not in shadows:
            shadows[memory] = ArrayShadow(array.data.size, rival)
        return shadows[memory]

    def _block(self, keys: Keys) -> Keys:
        return keys % self.threads // self.block_size

    def _same_block(self, keys: Keys, others: Keys) -> Lanes:
        racing: Lanes = (keys != others) & (self._block(keys) == self._block(others))
        return racing

    def _other_block(self, keys: Keys, others: Keys) -> Lanes:
        differ: Lanes = self._block(keys) != self._block(others)
        return differ


class RaceWatch:
    """Looks for the races of a group of whole blocks.

    The threads may come in cohorts of any kind: all blocks together, or each warp for itself.
    """

    def __init__(self, group: Cohort, hazards: HazardLog, shadows: GlobalShadows) -> None:
        self._group = group
        self._hazards = hazards
        self._global = shadows
        self._shared: dict[int, ArrayShadow] = {}  # by the array's row in the trace
        self._barriers = np.zeros((group.blocks, 1), np.int64)  # that each block has passed
        self._alike = True  # whether all blocks have done the same in shared memory so far

    def barrier(self, blocks: NDArray[np.bool_] | None) -> None:
        """These blocks of the group, shape (blocks,), have passed a barrier (None: all have)."""
        if blocks is None:
            self._barriers += 1
            return
        self._part_ways()
        self._barriers[blocks] += 1

    def syncwarp(self, cohort: Cohort, mask: Mask, words: Value) -> None:
        """The active lanes have met at a syncwarp.

        `words` has the lanes that it names as bits, one number for all warps or uint32 that
        broadcast to (blocks, warps) of the cohort. Ordered are the lanes that are active and named.
        """

    def fence(self, cohort: Cohort, mask: Mask, scope: FenceScope) -> None:
        """The active lanes have passed a fence: with the atomic that follows it orders."""

    def grid_sync(self) -> None:
        """All threads of the launch have met; where groups run in turn, the first one says so."""

    def access(
        self,
        cohort: Cohort,
        array: AnyArray,
        site: int,
        line: int,
        kind: AccessKind,
        flat: Value,
        mask: Mask,
    ) -> None:
        """The active lanes of a cohort in the group access the elements `flat` of `array`."""
        if isinstance(array, SharedArray):
            self._shared_access(cohort, array, site, line, kind, flat, mask)
        elif isinstance(array, GlobalArray) and array.address in self._global.written:
            self._global_access(cohort, array, site, line, kind, flat, mask)

    def _global_access(
        self,
        cohort: Cohort,
        array: GlobalArray,
        site: int,
        line: int,
        kind: AccessKind,
        flat: Value,
        mask: Mask,
    ) -> None:
        where = _every(cohort, mask.lanes)
        elements, threads = _every(cohort, flat)[where], cohort.launch_threads[where]
        since = _every(cohort, self._passed(cohort) * self._global.threads)[where]
        access = Access(site, line, kind, elements, since + threads, since)
        for clash in self._global.note(array, access):
            others = clash.keys % self._global.threads
            self._report(array, access, clash, threads[clash.lanes], others, 1)

    def _shared_access(
        self,
        cohort: Cohort,
        array: SharedArray,
        site: int,
        line: int,
        kind: AccessKind,
        flat: Value,
        mask: Mask,
    ) -> None:
        differs = np.shape(flat)[:1] > (1,) or len(mask.lanes) > 1
        if self._alike and (differs or cohort.blocks < self._group.blocks):
            self._part_ways()
        find = self._in_one_block if self._alike else self._in_each_block
        elements, lanes, since = find(cohort, array, flat, mask)
        access = Access(site, line, kind, elements, since + lanes, since)
        if array.row not in self._shared:
            rows = 1 if self._alike else self._group.blocks
            self._shared[array.row] = ArrayShadow(array.data.shape[1] * rows, _another)
        times = self._group.blocks if self._alike else 1
        for clash in self._shared[array.row].note(access):
            block = self._group.block_ids[access.elements[clash.lanes] // array.data.shape[1]]
            first = block * self._group.config.block.size
            threads, others = lanes[clash.lanes] + first, clash.keys % LANES + first
            self._report(array, access, clash, threads, others, times)

    def _in_one_block(
        self, cohort: Cohort, array: SharedArray, flat: Value, mask: Mask
    ) -> tuple[Keys, Keys, Keys | int]:
        """Elements, lanes and the time of the last barrier, in one block that stands for all."""
        spots, lanes = np.asarray(flat).reshape(-1), cohort.thread_ids
        if len(spots) == 1:
            spots = np.full(len(lanes), spots[0])
        if not mask.whole:
            spots, lanes = spots[mask.lanes[0]], lanes[mask.lanes[0]]
        return spots, lanes, int(self._barriers[0, 0]) * LANES

    def _in_each_block(
        self, cohort: Cohort, array: SharedArray, flat: Value, mask: Mask
    ) -> tuple[Keys, Keys, Keys]:
        """The same for every block, each with its own copy of the array."""
        where = _every(cohort, mask.lanes)
        lanes = _every(cohort, cohort.thread_ids)[where]
        rows = self._rows(cohort)[:, None] * array.data.shape[1]
        return (
            _every(cohort, flat + rows)[where],
            lanes,
            _every(cohort, self._passed(cohort) * LANES)[where],
        )

    def _rows(self, cohort: Cohort) -> Keys:
        """Which blocks of the group a cohort has, shape (blocks,)."""
        rows: Keys = np.searchsorted(self._group.block_ids, cohort.block_ids)
        return rows

    def _passed(self, cohort: Cohort) -> Keys:
        """Barriers that each block of a cohort has passed, shape (blocks, 1)."""
        whole = cohort.blocks == self._group.blocks
        return self._barriers if whole else self._barriers[self._rows(cohort)]

    def _report(
        self,
        array: AnyArray,
        access: Access,
        clash: Clash,
        threads: Keys,
        others: Keys,
        times: int,
    ) -> None:
        """Names the first pair; threads and others count in the launch."""
        ours, theirs = (access.line, access.kind), (clash.other.line, clash.other.kind)
        if ours == theirs and access.kind == "write":
            threads, others = np.minimum(threads, others), np.maximum(threads, others)
        if _order(*theirs) < _order(*ours):
            threads, others, ours, theirs = others, threads, theirs, ours
        first = int(np.lexsort((others, threads))[0])
        element = int(access.elements[clash.lanes[first]]) % max(array.data.shape[-1], 1)
        race = Race(
            array,
            index_of(array, element),
            *ours,
            *theirs,
            int(threads[first]),
            int(others[first]),
            len(clash.lanes) * times,
        )
        self._hazards.race(race)

    def _part_ways(self) -> None:
        """From now on each block has its own record of shared memory."""
        if self._alike:
            self._alike = False
            blocks = self._group.blocks
            self._shared = {a: shadow.repeated(blocks) for a, shadow in self._shared.items()}


def _order(line: int, kind: AccessKind) -> tuple[bool, int, str]:
    """What a report names first: what writes, then the lower line."""
    return kind == "read", line, kind


def _may_race(one: AccessKind, other: AccessKind) -> bool:
    """At least one writes, not both atomic."""
    return one != other if "atomic" in (one, other) else "write" in (one, other)


def _another(keys: Keys, others: Keys) -> Lanes:
    differ: Lanes = keys != others
    return differ


def _every(cohort: Cohort, values: Any) -> NDArray[Any]:
    return np.broadcast_to(values, (cohort.blocks, cohort.lane_count))
