"""Threads as numbers that tell what barriers order: ranks.

A rank grows with the barriers that its thread's block has passed, and is higher for lower threads
of the launch; 0 is nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.races.touches import Touch

Numbers = NDArray[np.int64]
Ranks = NDArray[Any]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TouchRanks:
    """The ranks of the threads of a touch, and between which other ranks their blocks' lie."""

    ranks: Ranks  # [n]
    since: Any  # the lowest that no barrier orders before a thread, [n] or for all
    low: Any  # of the lowest and the highest thread of its block
    high: Any


class Scale:
    """Every thread can race with every other, if no barrier is between them."""

    def __init__(self, threads: int, block_size: int) -> None:
        self.threads = threads  # of the launch
        self.block_size = block_size

    def marks(self, touch: Touch, passed: Any) -> TouchRanks:
        """`passed`: barriers that the block of each thread, or of all, has passed."""
        return TouchRanks((passed + 1) * self.threads - touch.threads, self._since(passed), 0, 0)

    def classes(self, ranks: Ranks) -> Ranks:
        """What must differ for two ranks to be kept side by side."""
        return ranks

    def racing(self, marks: TouchRanks, found: Ranks) -> Flags:
        """Where the threads of a touch can race with what was found."""
        racing: Flags = (found >= marks.since) & (found != marks.ranks)
        return racing

    def thread(self, ranks: Ranks) -> Numbers:
        """The threads of ranks."""
        threads: Numbers = -ranks.astype(np.int64) % self.threads
        return threads

    def _since(self, passed: Any) -> Any:
        return passed * self.threads + 1


class BlockScale(Scale):
    """Threads are told apart by their blocks, too."""

    def marks(self, touch: Touch, passed: Any) -> TouchRanks:
        """`passed`: barriers that the block of each thread, or of all, has passed."""
        highest = (passed + 1) * self.threads
        high = highest - touch.threads // self.block_size * self.block_size
        ranks = highest - touch.threads
        return TouchRanks(ranks, self._since(passed), high - self.block_size + 1, high)


class WithinBlocks(BlockScale):
    """Threads can race with others of the same block, if no barrier is between them."""

    def racing(self, marks: TouchRanks, found: Ranks) -> Flags:
        """Where the threads of a touch can race with what was found."""
        same_block = (found >= marks.low) & (found <= marks.high)
        racing: Flags = same_block & (found != marks.ranks)
        return racing


class BetweenBlocks(BlockScale):
    """Threads can race with those of other blocks; no barrier is ever passed."""

    def classes(self, ranks: Ranks) -> Ranks:
        """The blocks of ranks."""
        blocks: Ranks = (self.threads - ranks) // self.block_size
        return blocks

    def racing(self, marks: TouchRanks, found: Ranks) -> Flags:
        """Where the threads of a touch can race with what was found."""
        racing: Flags = ((found < marks.low) & (found > 0)) | (found > marks.high)
        return racing
