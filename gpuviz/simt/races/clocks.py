"""What each thread of some blocks knows to be over, by barriers, syncwarp, fences and atomics.

A thread knows what another one did before a time: the threads of its block by the last barrier;
those of its warp by syncwarp; any thread by what it has acquired
(gpuviz.simt.races.release_acquire).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value
from gpuviz.simt.observe.observer import FenceScope
from gpuviz.simt.races.histories import Pairs
from gpuviz.simt.races.ordering import LaunchOrder
from gpuviz.simt.races.places import Places
from gpuviz.simt.races.release_acquire import ReleaseAcquire
from gpuviz.simt.races.touches import Touch

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Times = NDArray[np.int64]

LANE_BITS = np.uint32(1) << np.arange(WARP_SIZE, dtype=np.uint32)


class GroupClocks:
    """The clocks of the threads of whole blocks that run at the same time."""

    def __init__(self, group: ThreadGroup, order: LaunchOrder) -> None:
        self._order = order
        self._places = Places(group)
        self._block_met = np.zeros(group.blocks, np.int64)
        self._warps: WarpClocks | None = None
        self.release_acquire = ReleaseAcquire(self._places, order)

    def barrier(self, blocks: Flags | None) -> None:
        """The threads of these blocks (None: of all) have met."""
        rows = slice(None) if blocks is None else blocks
        self._block_met[rows] = self._order.tick()
        if self.release_acquire.matters:
            self.release_acquire.meet(list(self._places.by_block[rows]))

    def syncwarp(self, thread_group: ThreadGroup, mask: Mask, words: Value) -> None:
        """The active lanes that `words` names, broadcasting to (blocks, warps), have met."""
        places = self._places.by_warp
        if self._warps is None:
            self._warps = WarpClocks(self._places.warp_exists)
        named = np.asarray(words).astype(np.uint32) & mask.words
        warps = self._places.of_group(thread_group)[:, ::WARP_SIZE] // WARP_SIZE
        members = np.zeros(places.shape, np.bool_)
        members[warps] = np.broadcast_to(named, warps.shape)[..., None] & LANE_BITS != 0
        self._warps.meet(members, self._order.tick())
        if self.release_acquire.matters:
            some = np.flatnonzero(members.any(axis=1))
            self.release_acquire.meet([places[warp][members[warp]] for warp in some])

    def fence(self, thread_group: ThreadGroup, mask: Mask, scope: FenceScope) -> None:
        """The active lanes have passed a fence."""
        part = self._places.of_group(thread_group)
        places = part[np.broadcast_to(mask.lanes, part.shape)]
        block_met = self._block_met[places // self._places.lanes]
        warp_met = None if self._warps is None else self._warps.known(places)
        time = self._order.tick()
        self.release_acquire.fence(places, scope != "block", time, block_met, warp_met)

    def times(self, touch: Touch) -> Times:
        """When the lanes come to an access; atomics come one after the other."""
        if touch.site.kind != "atomic" or not self.release_acquire.matters:
            return np.full(len(touch.units), self._order.now)
        first = self._order.tick(len(touch.units))
        return np.arange(first, first + len(touch.units))

    def met(self, touch: Touch, pairs: Pairs) -> Flags:
        """Which of the other accesses are over, as the lanes have met since."""
        size, threads = self._places.block_size, touch.threads[pairs.rows]
        places, other = self._places.of_threads(threads), pairs.others % size
        met = self._block_met[places // self._places.lanes]
        if self._warps is not None:
            by_warp = self._warps.met(places, other % WARP_SIZE)
            near = threads % size // WARP_SIZE == other // WARP_SIZE
            met = np.where(near, np.maximum(met, by_warp), met)
        met = np.where(threads // size == pairs.others // size, met, 0)
        over: Flags = pairs.times < np.maximum(met, self._order.met)
        return over


class WarpClocks:
    """The warps of some blocks; a lane's place is warp * 32 + lane."""

    def __init__(self, exist: Flags) -> None:
        """`exist`: which lanes have a thread, shape (warps, 32)."""
        self._exist = exist
        self._whole = np.zeros(len(exist), np.int64)  # when all lanes have met
        self._lanes: Times | None = None  # [warps, 32, 32] when one has met another, also by others

    def meet(self, members: Flags, time: int) -> None:
        """The members, shape (warps, 32), meet."""
        some = members.any(axis=1)
        whole = some & np.all(members == self._exist, axis=1)
        self._whole[whole] = time
        part = np.flatnonzero(some & ~whole)
        if len(part):
            self._meet(part, members[part], time)

    def met(self, places: Numbers, lanes: Numbers) -> Times:
        """Until when each place knows what a lane of its warp did; [n] each."""
        warps = places // WARP_SIZE
        if self._lanes is None:
            return self._whole[warps]
        return np.maximum(self._whole[warps], self._lanes[warps, places % WARP_SIZE, lanes])

    def known(self, places: Numbers) -> Times:
        """The same of every lane of its warp, shape (n, 32); 0 where there is no thread."""
        rows = np.repeat(places, WARP_SIZE)
        times = self.met(rows, np.tile(np.arange(WARP_SIZE), len(places))).reshape(-1, WARP_SIZE)
        return np.where(self._exist[places // WARP_SIZE], times, 0)

    def _meet(self, warps: Numbers, members: Flags, time: int) -> None:
        if self._lanes is None:
            self._lanes = np.zeros((len(self._whole), WARP_SIZE, WARP_SIZE), np.int64)
        before, coming = self._lanes[warps], members[:, :, None]
        together = np.where(coming, before, 0).max(axis=1)
        together = np.where(members, time, together)
        self._lanes[warps] = np.where(coming, together[:, None, :], before)
