"""What each thread of some blocks knows to be over, by barriers, syncwarp, fences and atomics.

A thread knows what another one did before a time: the threads of its block by the last barrier;
those of its warp by syncwarp; any thread by what it has acquired (gpuviz.simt.exchange).
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.cohort import Cohort, Mask, Value
from gpuviz.simt.exchange import Exchange
from gpuviz.simt.histories import Pairs
from gpuviz.simt.ordering import LaunchOrder
from gpuviz.simt.shadows import Touch
from gpuviz.simt.warp_clocks import WarpClocks

FenceScope = Literal["block", "device", "system"]

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Times = NDArray[np.int64]

LANE_BITS = np.uint32(1) << np.arange(WARP_SIZE, dtype=np.uint32)


class GroupClocks:
    """The clocks of the threads of whole blocks that run at the same time."""

    def __init__(self, group: Cohort, order: LaunchOrder) -> None:
        self._order = order
        self._group = group
        self._places = np.arange(group.blocks * group.lane_count).reshape(group.blocks, -1)
        self._block_met = np.zeros(group.blocks, np.int64)
        self._warps: WarpClocks | None = None
        self.exchange = Exchange(group, order)

    def barrier(self, blocks: Flags | None) -> None:
        """The threads of these blocks (None: of all) have met."""
        rows = slice(None) if blocks is None else blocks
        self._block_met[rows] = self._order.tick()
        self.exchange.meet(self._places[rows])

    def syncwarp(self, cohort: Cohort, mask: Mask, words: Value) -> None:
        """The active lanes that `words` names, broadcasting to (blocks, warps), have met."""
        places = self._places.reshape(-1, WARP_SIZE)
        if self._warps is None:
            lanes = np.broadcast_to(self._group.base.lanes, self._places.shape)
            self._warps = WarpClocks(lanes.reshape(places.shape))
        named = np.asarray(words).astype(np.uint32) & mask.words
        warps = self._part(cohort)[:, ::WARP_SIZE] // WARP_SIZE
        members = np.zeros(places.shape, np.bool_)
        members[warps] = np.broadcast_to(named, warps.shape)[..., None] & LANE_BITS != 0
        self._warps.meet(members, self._order.tick())
        some = np.flatnonzero(members.any(axis=1))
        self.exchange.meet(places[warp][members[warp]] for warp in some)

    def fence(self, cohort: Cohort, mask: Mask, scope: FenceScope) -> None:
        """The active lanes have passed a fence."""
        part = self._part(cohort)
        places = part[np.broadcast_to(mask.lanes, part.shape)]
        block_met = self._block_met[places // self._group.lane_count]
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
        size, lanes = self._group.config.block.size, self._group.lane_count
        blocks, own = np.divmod(touch.threads[pairs.rows], size)
        rows, other = np.searchsorted(self._group.block_ids, blocks), pairs.others % size
        met = self._block_met[rows]
        if self._warps is not None:
            by_warp = self._warps.met(rows * lanes + own, other % WARP_SIZE)
            met = np.where(own // WARP_SIZE == other // WARP_SIZE, np.maximum(met, by_warp), met)
        met = np.where(blocks == pairs.others // size, met, 0)
        over: Flags = pairs.times < np.maximum(met, self._order.met)
        return over

    def _part(self, cohort: Cohort) -> Numbers:
        """The places of a cohort's lanes, shape (blocks, lanes)."""
        rows = np.searchsorted(self._group.block_ids, cohort.block_ids)
        return self._places[rows, cohort.first_lane : cohort.first_lane + cohort.lane_count]
