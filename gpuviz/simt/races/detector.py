"""Finds races: two threads, the same bytes, a write among them, and nothing that orders them."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value
from gpuviz.simt.hazards.log import HazardLog
from gpuviz.simt.memory.arrays import CommonArray, GlobalArray, SharedArray, index_of
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.memory.shared import SHARED_ALIGNMENT, STATIC_SHARED_BYTES
from gpuviz.simt.number_types import smallest_part
from gpuviz.simt.observe.lone_run import AccessesAt, LoneRun
from gpuviz.simt.observe.observer import Access, FenceScope, Observer, warp_step
from gpuviz.simt.races.clash_finders import ClockClashFinder, LaunchAccesses
from gpuviz.simt.races.lone_touches import LoneTouches, noted_run
from gpuviz.simt.races.postponed import MOST_POSTPONED, PostponedAccess, RaceCheck
from gpuviz.simt.races.regions import Region
from gpuviz.simt.races.repairs import Race, Reach
from gpuviz.simt.races.reports import Encounter, RacingAccess
from gpuviz.simt.races.touch_log import Moment, Noted, TouchLog
from gpuviz.simt.races.touches import Clash, SiteAt, Touch

MASKS_KEPT = 16  # whose threads are remembered

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(eq=False)
class RaceDetector(Observer):
    """Looks for the races of a launch."""

    hazards: HazardLog
    accesses: LaunchAccesses

    def for_blocks(self, blocks: ThreadGroup) -> BlockRaceDetector:
        """What looks for the races of whole blocks."""
        return BlockRaceDetector(blocks, self.hazards, self.accesses)

    def grid_sync(self) -> None:
        """Nothing of before can race any more."""
        for block in list(self.accesses.postponing):
            block.settle()
        self.accesses.grid_sync()


class BlockRaceDetector(Observer):
    """Looks for the races of a group of whole blocks.

    The threads may come in thread groups of any kind: all blocks together, or each warp for itself.
    """

    def __init__(self, group: ThreadGroup, hazards: HazardLog, accesses: LaunchAccesses) -> None:
        self._group = group
        self._hazards = hazards
        self._accesses = accesses
        self._clash_finder = accesses.clash_finder(group)
        self._shared: dict[int, Region] = {}  # of one block, by address
        self._threads: dict[tuple[ThreadGroup, Mask, int], Numbers] = {}  # see _threads_of
        self._log = TouchLog()  # of shared memory
        self._alike = True  # whether all blocks have done the same in shared memory so far
        self._can_postpone = group.blocks == 1 and not accesses.has_finer_order
        self._postpones = self._can_postpone  # so far, since the last barrier
        self._postponed: list[PostponedAccess] = []
        self._race_check = RaceCheck()

    def barrier(self, blocks: Flags | None, complete: int) -> None:
        """These blocks of the group, shape (blocks,), have passed a barrier (None: all have)."""
        self.settle(blocks is None)
        self._postpones = self._can_postpone
        if blocks is None:
            self._log.clear()
        else:
            self._part_ways()
        self._clash_finder.barrier(blocks)

    def syncwarp(self, thread_group: ThreadGroup, mask: Mask, words: Value) -> None:
        """The active lanes have met at a syncwarp."""
        if not self._is_alike(thread_group, words, mask):
            self._part_ways()
        self._finer.clocks.syncwarp(thread_group, mask, words)

    def fence(self, thread_group: ThreadGroup, mask: Mask, scope: FenceScope) -> None:
        """The active lanes have passed a fence: with the atomic that follows it orders."""
        self._part_ways()
        self._finer.clocks.fence(thread_group, mask, scope)

    def access(self, access: Access) -> None:
        """The active lanes of a thread group in the group access elements of an array."""
        thread_group, array, mask = access.thread_group, access.array, access.mask
        if access.kind == "atomic":
            self._accesses.has_atomics = True
        if isinstance(array, SharedArray):
            if self._postpones and self._accesses.postpones:
                self._accesses.postpone(self, self._postponed, access)
                if len(self._postponed) >= MOST_POSTPONED:
                    self._postpones = False
                    self.settle(have_met=False)
            else:
                self._shared_access(access)
        elif isinstance(array, GlobalArray) and self._accesses.watches(array):
            region = self._accesses.regions[(array.whole or array).address]
            threads = self._threads_of(thread_group, mask, thread_group.blocks)
            elements = _picked(access.flat, mask, thread_group.blocks, len(threads))
            at = SiteAt(access.site, access.point, access.kind, array)
            touch = _touch(region, at, elements, threads)
            log = self._accesses.log
            log.add(touch, access.step, access.stack)
            self._report(region, touch, self._clash_finder.in_global(region, touch), 1, log)

    def lone_run(self, run: LoneRun) -> Callable[[], None] | None:
        """One thread ran alone: access by access where it is in a race."""
        shared, watched = [], []
        for at in run.accesses:
            if isinstance(at.array, SharedArray):
                shared.append(at)
            elif isinstance(at.array, GlobalArray) and self._accesses.watches(at.array):
                watched.append(at)
        if shared:
            self._postpones = False
            self.settle(have_met=False)
            if not self._is_alike(run.thread_group, np.int64(0), run.mask):
                self._part_ways()
        noted = [self._lone_touch(run, at) for at in (*shared, *watched)]
        if any(self._is_raced(each) for each in noted):
            return None
        return functools.partial(self._add_lone_run, run, noted)

    def _lone_touch(self, run: LoneRun, at: AccessesAt) -> LoneTouches:
        array, in_shared = at.array, isinstance(at.array, SharedArray)
        assert not isinstance(array, LocalArray)
        region = (
            self._shared_region(array)
            if in_shared
            else self._accesses.regions[(array.whole or array).address]
        )
        units = region.units(array, at.flat)
        if in_shared and not self._alike:
            units = units + run.row * region.size
        different = np.unique(units)
        site = SiteAt(at.site, at.point, at.kind, array)
        touch = Touch(site, different, np.full(len(different), run.thread))
        return LoneTouches(region, touch, units.reshape(len(at.rows), -1), at)

    def _is_raced(self, touches: LoneTouches) -> bool:
        region, touch = touches.region, touches.touch
        if isinstance(touch.site.array, GlobalArray):
            return self._clash_finder.is_raced_globally(region, touch)
        copies = 1 if self._alike else self._group.blocks
        return self._clash_finder.is_raced(region.start, region.size * copies, touch)

    def _add_lone_run(self, run: LoneRun, noted: list[LoneTouches]) -> None:
        self._accesses.has_atomics |= any(at.kind == "atomic" for at in run.accesses)
        copies = 1 if self._alike else self._group.blocks
        in_global = [e for e in noted if isinstance(e.touch.site.array, GlobalArray)]
        in_shared = [e for e in noted if isinstance(e.touch.site.array, SharedArray)]
        for each in in_global:
            self._clash_finder.in_global(each.region, each.touch)
        for each in in_shared:
            size = each.region.size * copies
            self._clash_finder.in_shared(each.region.start, size, each.touch)
        for part, log, alike in (
            (in_global, self._accesses.log, False),
            (in_shared, self._log, self._alike),
        ):
            if part:
                log.add_run(noted_run(run, part, alike))

    def finish(self) -> None:
        """A thread group has ended, or broken off: so will the others of the block."""
        self.settle()

    def settle(self, have_met: bool = True) -> None:
        """Looks at what was postponed; where all threads have met, nothing is kept of it."""
        if not self._postponed:
            return
        if self._race_check.may_race(self._postponed, self._shared_region):
            self._accesses.catch_up()
            return
        del self._accesses.postponing[self]
        taken = self.take_postponed()
        for _, access, _ in () if have_met else taken:
            self._shared_access(access)

    def take_postponed(self) -> list[PostponedAccess]:
        """What was postponed, to be looked at now."""
        taken, self._postponed = self._postponed, []
        return taken

    def look_at(self, access: Access) -> None:
        """An access that was postponed."""
        self._shared_access(access)

    def _shared_access(self, access: Access) -> None:
        """While all blocks do the same, the first one stands for all."""
        thread_group, flat, mask = access.thread_group, access.flat, access.mask
        at = SiteAt(access.site, access.point, access.kind, access.array)  # type: ignore[arg-type]
        if not self._is_alike(thread_group, flat, mask):
            self._part_ways()
        region, every = self._shared_region(at.array), self._group.blocks
        blocks = 1 if self._alike else thread_group.blocks
        threads = self._threads_of(thread_group, mask, blocks)
        elements = _picked(flat, mask, blocks, len(threads))
        touch = _touch(region, at, elements, threads)
        if not self._alike:
            touch = replace(touch, units=touch.units + self._rows_of(touch) * region.size)
        copies, times = (1, every) if self._alike else (every, 1)
        self._log.add(touch, access.step, access.stack, self._alike)
        clashes = self._clash_finder.in_shared(region.start, region.size * copies, touch)
        self._report(region, touch, clashes, times, self._log)

    def _threads_of(self, thread_group: ThreadGroup, mask: Mask, blocks: int) -> Numbers:
        """The active threads of as many blocks; masks come again."""
        key = thread_group, mask, blocks
        threads = self._threads.get(key)
        if threads is None:
            if len(self._threads) >= MASKS_KEPT:
                self._threads.clear()
            every = thread_group.launch_threads[:blocks]
            threads = self._threads[key] = _picked(every, mask, blocks, 0)
        return threads

    def _shared_region(self, array: CommonArray) -> Region:
        """Arrays in dynamic memory may have any types: there each byte is a unit."""
        whole = array.whole or array
        if whole.address not in self._shared:
            row = whole.data.shape[1] * whole.dtype.itemsize
            if whole.address < STATIC_SHARED_BYTES:
                unit = math.gcd(smallest_part(whole.dtype), self._accesses.finest)
                region = Region(whole.address, row, unit)
            else:
                region = Region(whole.address, row + SHARED_ALIGNMENT, 1)
            self._shared[whole.address] = region
        return self._shared[whole.address]

    def _rows_of(self, touch: Touch) -> Numbers:
        """Which block of the group each thread belongs to."""
        blocks = touch.threads // self._group.config.block.size
        rows: Numbers = np.searchsorted(self._group.block_ids, blocks)
        return rows

    def _report(
        self, region: Region, touch: Touch, clashes: list[Clash], times: int, log: TouchLog
    ) -> None:
        """Names the lowest pair of each clash; each stands for as many as there are blocks."""
        if clashes:
            self._accesses.catch_up()  # what was before is told before
        size = self._group.config.block.size
        for clash in clashes:
            threads, others = touch.threads[clash.rows], clash.others
            reach = _reach(threads, others, size)
            ours, theirs = touch.site, clash.site
            if ours.order == theirs.order:
                threads, others = np.minimum(threads, others), np.maximum(threads, others)
            elif theirs.order < ours.order:
                threads, others, ours, theirs = others, threads, theirs, ours
            first = int(np.lexsort((others, threads))[0])
            row = int(clash.rows[first])
            unit = int(touch.units[row]) % region.size
            lanes = len(np.unique(clash.rows // region.parts(touch.site.array)))
            race = Race(
                ours.array,
                index_of(ours.array, region.element(ours.array, unit)),
                ours.point.place,
                ours.kind,
                theirs.point.place,
                theirs.kind,
                int(threads[first]),
                int(others[first]),
                lanes * times,
                self._accesses.has_atomics,
                reach,
            )
            before = int(clash.others[first])
            encounter = functools.partial(
                self._encounter, region, touch, row, clash.site, before, log
            )
            self._hazards.race(race, race.thread == before, encounter)

    def _encounter(
        self, region: Region, touch: Touch, row: int, site: SiteAt, before: int, log: TouchLog
    ) -> Encounter:
        """How a lane of the latest touch met a thread that was there `before`, at a site."""
        unit, thread = int(touch.units[row]), int(touch.threads[row])
        now = log.latest(touch.site.row, unit, thread)
        block = before // self._group.config.block.size - int(self._group.block_ids[0])
        first_unit = unit // region.size * region.size
        first_thread = block * self._group.config.block.size
        then = log.latest(site.row, unit, before, first_unit, first_thread)
        return Encounter(self._party(then, before), self._party(now, thread), then is now)

    def _party(self, noted: Noted | Moment | None, thread: int) -> RacingAccess | None:
        if noted is None:
            return None
        config = self._group.config
        block, within = divmod(thread, config.block.size)
        return RacingAccess(noted.stack, warp_step(config, noted.step, block, within // WARP_SIZE))

    def _is_alike(self, thread_group: ThreadGroup, values: Value, mask: Mask) -> bool:
        """Whether values and mask are the same for all blocks of the group."""
        rows = max(len(mask.lanes), *np.shape(values)[:1], 1)
        return rows == 1 and thread_group.blocks == self._group.blocks

    def _part_ways(self) -> None:
        """From now on each block has its own record of shared memory."""
        if self._alike:
            self._alike = False
            self._clash_finder.part_ways()

    @property
    def _finer(self) -> ClockClashFinder:
        assert isinstance(self._clash_finder, ClockClashFinder)  # chosen when the kernel was read
        return self._clash_finder


def _reach(threads: Numbers, others: Numbers, block_size: int) -> Reach:
    blocks, within = np.divmod(threads, block_size)
    other_blocks, other_within = np.divmod(others, block_size)
    if np.any(blocks != other_blocks):
        return Reach.GRID
    apart = np.any(within // WARP_SIZE != other_within // WARP_SIZE)
    return Reach.BLOCK if apart else Reach.WARP


def _touch(region: Region, at: SiteAt, elements: Numbers, threads: Numbers) -> Touch:
    parts = region.parts(at.array)
    every = np.repeat(threads, parts) if parts > 1 else threads
    return Touch(at, region.units(at.array, elements), every)


def _picked(values: Value, mask: Mask, blocks: int, count: int) -> Numbers:
    """The values of the active lanes of as many blocks, in linear order of the threads.

    `count` is how many these are, where all have the same value.
    """
    every, shape = np.asarray(values), (blocks, mask.lanes.shape[1])
    if every.ndim == 0:
        return np.full(count, every)
    if every.shape != shape:
        every = np.broadcast_to(every, shape)
    if mask.whole:
        return every.reshape(-1)
    return every[np.broadcast_to(mask.lanes, every.shape)]
