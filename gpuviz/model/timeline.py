"""Which SM runs which block, from when to when: list scheduling, the residents of an SM sharing it.

Blocks start in linear order, each on the SM with the most free places (the lowest among equals:
at the beginning they go round the SMs, as hardware was seen to do). All residents of an SM are
slowed down by the same factor, that of what they ask of it together (see limits.stretch).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import ceil_divide
from gpuviz.model.limits import BlockCosts, Cycles, stretch
from gpuviz.model.simulation import Simulation

MOST_SIMULATED = 20_000
"""Blocks that are followed one by one; of a larger grid the first waves are of mean blocks."""


@dataclass(frozen=True, slots=True)
class BlockTimes:
    """Where and when each block runs; row = linear block, times in SM clocks."""

    sm: NDArray[np.int32]  # [blocks]
    start: NDArray[np.float64]  # [blocks]
    end: NDArray[np.float64]  # [blocks]
    is_mean: bool  # some blocks were taken to be as the mean of them

    @property
    def cycles(self) -> float:
        """Until the last block has ended."""
        return float(self.end.max(initial=0.0))


def run_blocks(costs: BlockCosts, sm_count: int, per_sm: int, exponent: float) -> BlockTimes:
    """The timeline of all blocks on `sm_count` SMs with `per_sm` places each.

    A device that cannot hold a block (`per_sm` 0) is treated as holding one.
    """
    shape = sm_count, max(per_sm, 1)
    alone = costs.alone(exponent)
    whole, is_mean = _whole_waves(costs, shape)
    rest = Simulation(costs, alone, whole * math.prod(shape), shape, exponent)
    rest.run()
    sm, start, end = np.array(rest.sm, np.int32), np.array(rest.start), np.array(rest.end)
    if whole:
        wave = _wave_cycles(costs, alone, whole, shape, exponent)
        first = np.arange(whole * math.prod(shape))
        begun = first // math.prod(shape) * wave
        sm = np.concatenate((first % sm_count, sm)).astype(np.int32)
        start = np.concatenate((begun, start + whole * wave))
        end = np.concatenate((begun + wave, end + whole * wave))
    for column in (sm, start, end):
        column.flags.writeable = False
    return BlockTimes(sm, start, end, is_mean)


def _whole_waves(costs: BlockCosts, shape: tuple[int, int]) -> tuple[int, bool]:
    """How many waves at the beginning are of equal blocks, or have to be taken as such."""
    blocks, slots = costs.latency.shape[1], math.prod(shape)
    if blocks < slots:
        return 0, False
    table = np.concatenate((costs.on_sm, costs.on_chip, costs.in_turn[None])).reshape(-1, blocks)
    unequal = np.flatnonzero((table != table[:, :1]).any(axis=0))
    equal = (int(unequal[0]) if len(unequal) else blocks) // slots
    too_many = ceil_divide(max(blocks - MOST_SIMULATED, 0), slots)
    taken = min(max(equal, too_many), blocks // slots)
    return taken, taken > equal


def _wave_cycles(
    costs: BlockCosts, alone: Cycles, waves: int, shape: tuple[int, int], exponent: float
) -> float:
    """How long a wave takes whose blocks are all like the mean of those of the first `waves`.

    `alone`: the time of each block, see BlockCosts.
    """
    slots = math.prod(shape)
    done = slice(waves * slots)
    mean = alone[:, done].mean(axis=1)
    on_sm = costs.on_sm[..., done].mean(axis=-1) * shape[1]
    on_chip = costs.on_chip[..., done].mean(axis=-1) * slots
    busy = 0.0
    for row, clocks in enumerate(mean.tolist()):
        if clocks:
            uses = (on_sm[:, row] / clocks).tolist(), (on_chip[:, row] / clocks).tolist()
            busy += clocks * stretch(*uses, exponent)
    return max(busy, float(costs.start[done].mean()) * slots)
