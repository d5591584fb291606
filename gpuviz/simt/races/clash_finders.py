"""What finds the accesses that clash: it keeps what has been accessed, and what orders that.

Most kernels order their threads by barriers alone: BarrierClashFinder is quick. ClockClashFinder
also knows syncwarp, fences and what atomics tell after them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import LaunchConfig
from gpuviz.simt.execution.thread_group import ThreadGroup
from gpuviz.simt.memory.arrays import GlobalArray
from gpuviz.simt.races.clocks import GroupClocks
from gpuviz.simt.races.histories import ArrayHistory, Pairs
from gpuviz.simt.races.ordering import LaunchOrder, Memory
from gpuviz.simt.races.ranks import BetweenBlocks, Scale, WithinBlocks
from gpuviz.simt.races.regions import Region
from gpuviz.simt.races.shadows import ArrayShadow
from gpuviz.simt.races.touch_log import TouchLog
from gpuviz.simt.races.touches import Clash, Touch

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

LAST_SMALL = np.iinfo(np.int32).max


@dataclass(eq=False)
class LaunchAccesses:
    """What was done in global memory so far, by the threads of the whole launch."""

    config: LaunchConfig
    regions: dict[int, Region]  # of the arrays that may be written, by address
    has_barriers: bool = False
    has_finer_order: bool = False  # syncwarp or fences
    finest: int = 0  # bytes of the smallest element as which others are read, 0: there are none
    has_atomics: bool = False  # so far
    shadows: dict[int, ArrayShadow] = field(default_factory=dict)  # by where the region starts
    histories: dict[int, ArrayHistory] = field(default_factory=dict)
    order: LaunchOrder = field(default_factory=LaunchOrder)
    log: TouchLog = field(default_factory=TouchLog)
    grid_syncs: int = 0

    def watches(self, array: GlobalArray) -> bool:
        """Whether the launch may write where an array lies; constant memory it may not."""
        return array.space == "global" and (array.whole or array).address in self.regions

    def clash_finder(self, group: ThreadGroup) -> ClashFinder:
        """What finds the clashes of blocks that run at the same time."""
        return (
            ClockClashFinder(group, self)
            if self.has_finer_order
            else BarrierClashFinder(group, self)
        )

    def shadow(self, region: Region) -> ArrayShadow:
        """What was done in a region, where barriers alone order: between blocks if there are any.

        Ranks without barriers are small.
        """
        if region.start not in self.shadows:
            threads, size = self.config.threads, self.config.block.size
            scale = (BetweenBlocks if self.has_barriers else Scale)(threads, size)
            kind = np.int32 if threads <= LAST_SMALL else np.int64
            self.shadows[region.start] = ArrayShadow(region.size, scale, kind)
        return self.shadows[region.start]

    def history(self, region: Region) -> ArrayHistory:
        """What was done in a region, and when."""
        if region.start not in self.histories:
            self.histories[region.start] = ArrayHistory(region.size, self.config.threads)
        return self.histories[region.start]

    def grid_sync(self) -> None:
        """All threads of the launch have met: nothing of before can race any more."""
        self.grid_syncs += 1
        self.shadows.clear()
        self.histories.clear()
        self.log.clear()
        self.order.grid_sync()


class ClashFinder(Protocol):
    """What has been accessed by blocks that run at the same time, and what orders it."""

    def barrier(self, blocks: Flags | None) -> None:
        """The threads of these blocks (None: of all) have met."""

    def part_ways(self) -> None:
        """The first block stood for all in shared memory; from now on each has its record."""

    def in_shared(self, memory: int, size: int, touch: Touch) -> list[Clash]:
        """The races of an access to shared memory; `size` counts the units of all blocks."""

    def in_global(self, region: Region, touch: Touch) -> list[Clash]:
        """The races of an access to global memory."""

    def is_raced(self, memory: int, size: int, touch: Touch) -> bool:
        """Whether an access to shared memory would be in a race; it is not added."""

    def is_raced_globally(self, region: Region, touch: Touch) -> bool:
        """Whether an access to global memory would be in a race; it is not added."""


class BarrierClashFinder:
    """Threads of a block are ordered by its barriers, blocks by nothing."""

    def __init__(self, group: ThreadGroup, accesses: LaunchAccesses) -> None:
        self._group = group
        self._accesses = accesses
        self._passed = np.zeros(group.blocks, np.int64)  # barriers, by block
        self._alike = True  # whether all blocks have passed as many
        self._shared: dict[int, ArrayShadow] = {}
        self._within: dict[int, ArrayShadow] = {}

    def barrier(self, blocks: Flags | None) -> None:
        """The threads of these blocks (None: of all) have met."""
        self._alike &= blocks is None
        self._passed[slice(None) if blocks is None else blocks] += 1

    def part_ways(self) -> None:
        """The first block stood for all in shared memory; from now on each has its record."""
        further = _further_threads(self._group)
        self._shared = {a: shadow.repeated(further) for a, shadow in self._shared.items()}

    def in_shared(self, memory: int, size: int, touch: Touch) -> list[Clash]:
        """The races of an access to shared memory; `size` counts the units of all blocks."""
        return self._shadow(memory, size).note(touch, self._passed_by(touch))

    def in_global(self, region: Region, touch: Touch) -> list[Clash]:
        """The races of an access to global memory."""
        between = self._accesses.shadow(region).note(touch, 0)
        if not self._accesses.has_barriers:
            return between
        return between + self._shadow_within(region).note(touch, self._passed_by(touch))

    def is_raced(self, memory: int, size: int, touch: Touch) -> bool:
        """Whether an access to shared memory would be in a race; it is not added."""
        return self._shadow(memory, size).is_raced(touch, self._passed_by(touch))

    def is_raced_globally(self, region: Region, touch: Touch) -> bool:
        """Whether an access to global memory would be in a race; it is not added."""
        if self._accesses.shadow(region).is_raced(touch, 0):
            return True
        if not self._accesses.has_barriers:
            return False
        return self._shadow_within(region).is_raced(touch, self._passed_by(touch))

    def _shadow(self, memory: int, size: int) -> ArrayShadow:
        if memory not in self._shared:
            config = self._group.config
            scale = Scale(config.threads, config.block.size)
            self._shared[memory] = ArrayShadow(size, scale, np.int64)
        return self._shared[memory]

    def _shadow_within(self, region: Region) -> ArrayShadow:
        if region.start not in self._within:
            config = self._group.config
            scale = WithinBlocks(config.threads, config.block.size)
            self._within[region.start] = ArrayShadow(region.size, scale, np.int64)
        return self._within[region.start]

    def _passed_by(self, touch: Touch) -> Any:
        """Barriers that the block of each thread has passed, or the number for all."""
        if self._alike:
            return int(self._passed[0]) + self._accesses.grid_syncs
        blocks = touch.threads // self._group.config.block.size
        rows = np.searchsorted(self._group.block_ids, blocks)
        return self._passed[rows] + self._accesses.grid_syncs


class ClockClashFinder:
    """Threads are ordered by barriers, by syncwarp, and by fences with atomics."""

    def __init__(self, group: ThreadGroup, accesses: LaunchAccesses) -> None:
        self._group = group
        self._accesses = accesses
        self._shared: dict[int, ArrayHistory] = {}
        self.clocks = GroupClocks(group, accesses.order)

    def barrier(self, blocks: Flags | None) -> None:
        """The threads of these blocks (None: of all) have met."""
        self.clocks.barrier(blocks)
        if blocks is None:
            self._shared.clear()  # all of it is over for all

    def part_ways(self) -> None:
        """The first block stood for all in shared memory; from now on each has its record."""
        further = _further_threads(self._group)
        self._shared = {a: history.repeated(further) for a, history in self._shared.items()}

    def in_shared(self, memory: int, size: int, touch: Touch) -> list[Clash]:
        """The races of an access to shared memory; `size` counts the units of all blocks."""
        if memory not in self._shared:
            self._shared[memory] = ArrayHistory(size, self._group.config.threads)
        return self._note(self._shared[memory], Memory("shared", memory), touch)

    def in_global(self, region: Region, touch: Touch) -> list[Clash]:
        """The races of an access to global memory."""
        return self._note(self._accesses.history(region), Memory("global", region.start), touch)

    def is_raced(self, memory: int, size: int, touch: Touch) -> bool:
        """It takes accesses one by one only."""
        return True

    def is_raced_globally(self, region: Region, touch: Touch) -> bool:
        """It takes accesses one by one only."""
        return True

    def _note(self, history: ArrayHistory, memory: Memory, touch: Touch) -> list[Clash]:
        times, release_acquire = self.clocks.times(touch), self.clocks.release_acquire

        def ordered(touch: Touch, pairs: Pairs) -> Flags:
            over = self.clocks.met(touch, pairs)
            rest = np.flatnonzero(~over)
            if len(rest) and release_acquire.matters:
                over[rest] = release_acquire.known(memory, touch, pairs.part(rest))
            return over

        clashes = history.note(touch, times, ordered)
        if touch.site.kind == "atomic" and release_acquire.matters:
            release_acquire.atomics(memory, touch, times)
        return clashes


def _further_threads(group: ThreadGroup) -> Numbers:
    """How much higher the threads of each block are numbered than those of the first."""
    further: Numbers = (group.block_ids - group.block_ids[0]) * group.config.block.size
    return further
