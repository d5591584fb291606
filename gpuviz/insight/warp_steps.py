"""All steps of one warp in a row: which of its lanes are active, off, waiting, gone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.states import WarpHistory
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Trace

LANES = np.arange(WARP_SIZE, dtype=np.uint32)
KERNEL = 0  # row in Trace.functions


class LaneState(IntEnum):
    """What a lane does in a step of its warp; the values are the entries of lane images (uint8)."""

    ABSENT = 0  # no thread: the last warp of a block may be partly filled
    MASKED_OFF = 1
    ACTIVE = 2
    AT_BARRIER = 3  # active in a barrier
    RETURNED = 4  # it has left the kernel before


@dataclass(frozen=True, slots=True, eq=False)  # each is one of its own, and can be a key
class WarpSteps:
    """The steps of one followed warp, in the order in which it took them."""

    block: int
    warp: int
    ids: NDArray[np.int64]  # [n] rows in Trace.steps
    line: NDArray[np.int64]  # [n] of the statement
    barrier: NDArray[np.bool_]  # [n] whether it is one
    mask: NDArray[np.uint32]  # [n] active lanes
    present: NDArray[np.uint32]  # [n] lanes that are threads and have not returned before
    exists: int  # lanes that are threads, as bits

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def active_lanes(self) -> int:
        """Active lanes summed over the steps."""
        return int(np.bitwise_count(self.mask).sum())

    @property
    def lane_efficiency(self) -> float:
        """Active lanes of the 32 that every step has."""
        return self.active_lanes / (WARP_SIZE * max(len(self), 1))

    @property
    def states(self) -> frozenset[LaneState]:
        """The states of threads that occur in its steps."""
        occurring = {
            LaneState.ACTIVE: not self.barrier.all(),
            LaneState.AT_BARRIER: self.barrier.any(),
            LaneState.MASKED_OFF: (self.mask != self.present).any(),
            LaneState.RETURNED: (self.present != self.exists).any(),
        }
        return frozenset(state for state, occurs in occurring.items() if occurs)

    def image(self, first: int, stop: int) -> NDArray[np.uint8]:
        """[32, stop - first] LaneState of each lane in some of the steps."""
        active, present = (_bits(words[first:stop]) for words in (self.mask, self.present))
        exists = (self.exists >> LANES & 1).astype(np.bool_)[:, None]
        doing = np.where(self.barrier[first:stop], LaneState.AT_BARRIER, LaneState.ACTIVE)
        off = np.where(present, LaneState.MASKED_OFF, LaneState.RETURNED)
        state = np.where(active, doing, off)
        return np.where(exists, state, LaneState.ABSENT).astype(np.uint8)

    def active_counts(self, first: int, stop: int, edges: NDArray[np.intp]) -> NDArray[np.int64]:
        """[32, columns] in how many steps of each column a lane is active; `edges` are the columns'
        first steps, counted from `first`.
        """
        active = _bits(self.mask[first:stop])
        counts: NDArray[np.int64] = np.add.reduceat(active, edges, axis=1, dtype=np.int64)
        return counts


def warp_steps(trace: Trace, history: WarpHistory, block: int, warp: int) -> WarpSteps | None:
    """The steps of a warp; None where they were not kept."""
    if trace.steps is None or not history.is_followed(block):
        return None
    ids = history.steps_of(block, warp, len(trace.steps))
    statement, mask = trace.steps.statement[ids], trace.steps.mask[ids]
    lines = np.array([row.line for row in trace.statements], np.int64)
    barrier = np.array([row.is_barrier for row in trace.statements], np.bool_)
    returns = [row.kind == "Return" and row.function == KERNEL for row in trace.statements]
    threads = min(trace.config.block.size - warp * WARP_SIZE, WARP_SIZE)
    exists = (1 << threads) - 1
    left = np.where(np.array(returns, np.bool_)[statement], mask, np.uint32(0))
    gone = np.r_[np.uint32(0), np.bitwise_or.accumulate(left)[:-1]].astype(np.uint32)
    present = np.uint32(exists) & ~gone[: len(ids)]
    return WarpSteps(block, warp, ids, lines[statement], barrier[statement], mask, present, exists)


def lanes_in(mask: int) -> NDArray[np.int64]:
    """The numbers of the lanes of a mask, ascending."""
    return np.flatnonzero(np.uint32(mask) >> LANES & 1)


def _bits(words: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """[32, n] bool of n masks."""
    return (words[None, :] >> LANES[:, None] & 1).astype(np.bool_)
