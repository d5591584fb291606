"""Which SM takes which block, and when: list scheduling in rounds (a round is one turn of every
resident warp).
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class BlockSchedule:
    """Where and when each block runs; row = linear block. It runs in rounds start <= r < end."""

    sm: NDArray[np.int32]  # [blocks]
    start_round: NDArray[np.int64]  # [blocks]
    end_round: NDArray[np.int64]  # [blocks]

    @property
    def rounds(self) -> int:
        """Rounds until the last block has ended."""
        return int(self.end_round.max(initial=0))


def schedule_rounds(
    rounds_per_block: NDArray[np.int64], sm_count: int, blocks_per_sm: int
) -> BlockSchedule:
    """Give blocks in linear order to SMs: each to the slot that is free first, lowest SM first
    among equals.

    At the start blocks go round the SMs (block b to SM b % sm_count), as hardware was seen to do. A
    device that cannot hold a block (`blocks_per_sm` 0) is treated as holding one, so that a refused
    launch still has a picture.
    """
    rounds = np.ascontiguousarray(rounds_per_block, np.int64)
    slots = sm_count * max(blocks_per_sm, 1)
    if len(rounds) <= slots or (rounds == rounds[0]).all():
        return _in_waves(rounds, sm_count, slots)
    return _by_heap(rounds, sm_count, slots)


def _in_waves(rounds: NDArray[np.int64], sm_count: int, slots: int) -> BlockSchedule:
    """The closed form where every wave ends as one, or where there is only one wave."""
    blocks = np.arange(len(rounds))
    start = blocks // slots * rounds
    return _frozen(blocks % slots % sm_count, start, start + rounds)


def _equal_waves(rounds: NDArray[np.int64], slots: int) -> int:
    """How many waves at the beginning have only blocks as long as the first."""
    unequal = np.flatnonzero(rounds != rounds[0])
    return (int(unequal[0]) if len(unequal) else len(rounds)) // slots


def _by_heap(rounds: NDArray[np.int64], sm_count: int, slots: int) -> BlockSchedule:
    """Block by block, after the waves that need no such care."""
    waves = _equal_waves(rounds, slots)
    done = waves * slots
    begin = waves * int(rounds[0])
    free = [(begin, slot) for slot in range(slots)]  # (round from which it is free, slot): a heap
    taken = []
    for length in rounds[done:].tolist():
        start, slot = free[0]
        heapq.heapreplace(free, (start + length, slot))
        taken.append((start, slot))
    before = _in_waves(rounds[:done], sm_count, slots)
    start_round, slot_of = np.array(taken, np.int64).reshape(-1, 2).T
    start_round = np.concatenate([before.start_round, start_round])
    return _frozen(
        np.concatenate([before.sm, slot_of % sm_count]), start_round, start_round + rounds
    )


def _frozen(
    sm: NDArray[np.int64], start: NDArray[np.int64], end: NDArray[np.int64]
) -> BlockSchedule:
    columns = (sm.astype(np.int32), start.copy(), end)
    for column in columns:
        column.flags.writeable = False
    return BlockSchedule(*columns)
