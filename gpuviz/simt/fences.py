"""What each thread of some blocks knew when it passed its last fence."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE

Numbers = NDArray[np.int64]
Times = NDArray[np.int64]


class Fences:
    """The last fence of each thread, by its place in the blocks."""

    def __init__(self, places: int) -> None:
        self.time = np.zeros(places, np.int64)  # 0: it has passed none
        self.clock = np.zeros(places, np.int64)  # the row of what it had acquired
        self._block_met = np.zeros(places, np.int64)
        self._warp_met: Times | None = None  # [places, 32]

    def passed(
        self, places: Numbers, time: int, clock: Numbers, block_met: Times, warp_met: Times | None
    ) -> None:
        """Some threads have passed a fence; what they know, [n] each, warp_met [n, 32]."""
        self.time[places], self.clock[places] = time, clock
        self._block_met[places] = block_met
        if warp_met is not None:
            if self._warp_met is None:
                self._warp_met = np.zeros((len(self.time), WARP_SIZE), np.int64)
            self._warp_met[places] = warp_met

    def block_met(self, place: int) -> int:
        """Until when the thread at a place knew what its block did."""
        return int(self._block_met[place])

    def lanes_met(self, place: int) -> Iterator[tuple[int, int]]:
        """Places in the thread's warp, and until when it knew them, if longer than its block."""
        if self._warp_met is not None:
            times, first = self._warp_met[place], place // WARP_SIZE * WARP_SIZE
            for lane in np.flatnonzero(times > self._block_met[place]).tolist():
                yield first + lane, int(times[lane])
