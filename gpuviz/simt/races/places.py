"""The threads of whole blocks that run at the same time, side by side.

A thread's place is the row of its block * lanes + lane; some places of the last warp of a block
have no thread.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.execution.thread_group import ThreadGroup

Numbers = NDArray[np.int64]


class Places:
    """The places of a group of blocks."""

    def __init__(self, group: ThreadGroup) -> None:
        self.block_size = group.config.block.size
        self.launch_threads = group.config.threads
        self.lanes = group.lane_count
        self.by_block = np.arange(group.blocks * self.lanes).reshape(group.blocks, -1)
        self.by_warp = self.by_block.reshape(-1, WARP_SIZE)
        exist = np.broadcast_to(group.base.lanes, self.by_block.shape)
        self.warp_exists = exist.reshape(self.by_warp.shape)  # which places have a thread
        self._block_ids = group.block_ids

    def of_threads(self, threads: Numbers) -> Numbers:
        """The places of threads of the launch."""
        blocks, lanes = np.divmod(threads, self.block_size)
        places: Numbers = np.searchsorted(self._block_ids, blocks) * self.lanes + lanes
        return places

    def of_group(self, thread_group: ThreadGroup) -> Numbers:
        """The places of a thread group's lanes, shape (blocks, lanes)."""
        rows, first = (
            np.searchsorted(self._block_ids, thread_group.block_ids),
            thread_group.first_lane,
        )
        return self.by_block[rows, first : first + thread_group.lane_count]

    def with_threads(self, places: Numbers) -> Numbers:
        """Those that have a thread."""
        return places[places % self.lanes < self.block_size]

    def block(self, place: int) -> int:
        """The block of a place."""
        return int(self._block_ids[place // self.lanes])

    def thread(self, place: int) -> int:
        """The thread of the launch."""
        return self.block(place) * self.block_size + place % self.lanes

    def block_subject(self, place: int) -> int:
        """A number for the block of a place that no thread has."""
        return self.launch_threads + self.block(place)
