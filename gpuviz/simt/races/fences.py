"""What each thread may pass on: what was known at its last fence, or at those of the others it met.

A fence makes what its thread knows visible. Whoever meets the thread behind it, at a barrier or a
syncwarp, may pass it on with an atomic operation of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.races.ordering import Clock, joined
from gpuviz.simt.races.places import Places

Numbers = NDArray[np.int64]
Times = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Visible:
    """What can be passed on: until when each subject is known, and what had been acquired."""

    until: dict[int, int] = field(default_factory=dict)
    clock: Clock = field(default_factory=dict)


class Fences:
    """The last fences of threads, of some scope; `clocks` has what was acquired, by row."""

    def __init__(self, places: Places, clocks: list[Clock]) -> None:
        self._places = places
        self._clocks = clocks
        size = places.by_block.size
        self._time = np.zeros(size, np.int64)  # 0: it has passed none
        self._clock = np.zeros(size, np.int64)
        self._block_met = np.zeros(size, np.int64)
        self._warp_met: Times | None = None  # [places, 32]
        self._shared: list[Visible] = [Visible()]  # by what has met
        self._share = np.zeros(size, np.int64)  # row in _shared; 0: its own fence is later

    def passed(
        self, places: Numbers, time: int, clock: Numbers, block_met: Times, warp_met: Times | None
    ) -> None:
        """Some threads have passed a fence; what they know, [n] each, warp_met [n, 32]."""
        self._time[places], self._clock[places] = time, clock
        self._block_met[places], self._share[places] = block_met, 0
        if warp_met is not None:
            if self._warp_met is None:
                self._warp_met = np.zeros((len(self._time), WARP_SIZE), np.int64)
            self._warp_met[places] = warp_met

    def meet(self, groups: Iterable[Numbers]) -> None:
        """The places in each group may pass on from now what the others in it may."""
        for places in map(self._places.with_threads, groups):
            shares = self._share[places]
            own = places[(shares == 0) & (self._time[places] > 0)]
            rows = np.unique(shares)
            if len(own) or len(rows) > 1:
                parts = [self._shared[row] for row in rows]
                self._share[places] = len(self._shared)
                self._shared.append(_together([*parts, self._of_own(own)]))

    def may_pass_on(self, places: Numbers) -> NDArray[np.bool_]:
        """Which threads may pass on anything."""
        known: NDArray[np.bool_] = (self._time[places] > 0) | (self._share[places] > 0)
        return known

    def version(self, place: int) -> tuple[int, int] | None:
        """Changes with what the thread may pass on; None where that is nothing."""
        time, share = int(self._time[place]), int(self._share[place])
        return (time, share) if time or share else None

    def as_late_as(self, others: Fences, place: int) -> bool:
        """Whether the thread's last fence is one of these, and it has nothing from others."""
        return self.version(place) == others.version(place) and not self._share[place]

    def visible(self, place: int) -> Visible:
        """What the thread may pass on."""
        share = int(self._share[place])
        return self._shared[share] if share else self._of_one(place)

    def _of_one(self, place: int) -> Visible:
        until = {self._places.block_subject(place): int(self._block_met[place])}
        until[self._places.thread(place)] = int(self._time[place])
        self._add_lanes(until, place)
        return Visible(until, self._clocks[self._clock[place]])

    def _of_own(self, places: Numbers) -> Visible:
        """What was known at the fences of some threads of a block; they have passed one each."""
        until: dict[int, int] = {}
        if not len(places):
            return Visible(until)
        times, block = self._time[places], self._places.block_subject(int(places[0]))
        until[block] = int(self._block_met[places].max())
        if len(places) == self._places.block_size:
            until[block] = max(until[block], int(times.min()))
        later = times > until[block]
        for place, time in zip(places[later].tolist(), times[later].tolist(), strict=True):
            until[self._places.thread(place)] = time
        for place in places.tolist():
            self._add_lanes(until, place)
        return Visible(until, joined(self._clocks[row] for row in np.unique(self._clock[places])))

    def _add_lanes(self, until: dict[int, int], place: int) -> None:
        """What the thread knew of the lanes of its warp."""
        if self._warp_met is None:
            return
        first = place // WARP_SIZE * WARP_SIZE
        for lane in np.flatnonzero(self._warp_met[place]).tolist():
            thread = self._places.thread(first + lane)
            until[thread] = max(until.get(thread, 0), int(self._warp_met[place, lane]))


def _together(parts: list[Visible]) -> Visible:
    return Visible(joined(part.until for part in parts), joined(part.clock for part in parts))
