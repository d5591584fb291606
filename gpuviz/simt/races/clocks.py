"""What each thread of some blocks knows to be over, by barriers, syncwarp, fences and atomics.

A thread knows what another one did before a time: the threads of its block by the last barrier;
those of its warp by syncwarp; any thread by what it has acquired (gpuviz.simt.races.exchange).
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.cohort import Cohort, Mask, Value
from gpuviz.simt.races.exchange import Exchange
from gpuviz.simt.races.histories import Pairs
from gpuviz.simt.races.ordering import LaunchOrder
from gpuviz.simt.races.places import Places
from gpuviz.simt.races.touches import Touch
from gpuviz.simt.races.warp_clocks import WarpClocks

FenceScope = Literal["block", "device", "system"]

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Times = NDArray[np.int64]

LANE_BITS = np.uint32(1) << np.arange(WARP_SIZE, dtype=np.uint32)


class GroupClocks:
    """The clocks of the threads of whole blocks that run at the same time."""

    def __init__(self, group: Cohort, order: LaunchOrder) -> None:
        self._order = order
        self._places = Places(group)
        self._block_met = np.zeros(group.blocks, np.int64)
        self._warps: WarpClocks | None = None
        self.exchange = Exchange(self._places, order)

    def barrier(self, blocks: Flags | None) -> None:
        """The threads of these blocks (None: of all) have met."""
        rows = slice(None) if blocks is None else blocks
        self._block_met[rows] = self._order.tick()
        if self.exchange.matters:
            self.exchange.meet(list(self._places.by_block[rows]))

    def syncwarp(self, cohort: Cohort, mask: Mask, words: Value) -> None:
        """The active lanes that `words` names, broadcasting to (blocks, warps), have met."""
        places = self._places.by_warp
        if self._warps is None:
            self._warps = WarpClocks(self._places.warp_exists)
        named = np.asarray(words).astype(np.uint32) & mask.words
        warps = self._places.of_cohort(cohort)[:, ::WARP_SIZE] // WARP_SIZE
        members = np.zeros(places.shape, np.bool_)
        members[warps] = np.broadcast_to(named, warps.shape)[..., None] & LANE_BITS != 0
        self._warps.meet(members, self._order.tick())
        if self.exchange.matters:
            some = np.flatnonzero(members.any(axis=1))
            self.exchange.meet([places[warp][members[warp]] for warp in some])

    def fence(self, cohort: Cohort, mask: Mask, scope: FenceScope) -> None:
        """The active lanes have passed a fence."""
        part = self._places.of_cohort(cohort)
        places = part[np.broadcast_to(mask.lanes, part.shape)]
        block_met = self._block_met[places // self._places.lanes]
        warp_met = None if self._warps is None else self._warps.known(places)
        time = self._order.tick()
        self.exchange.fence(places, scope != "block", time, block_met, warp_met)

    def times(self, touch: Touch) -> Times:
        """When the lanes come to an access; atomics come one after the other."""
        if touch.site.kind != "atomic" or not self.exchange.matters:
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
