"""What the lanes of a warp know of each other, by the syncwarps at which they have met."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Times = NDArray[np.int64]


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
