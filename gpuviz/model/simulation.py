"""Blocks one by one on the SMs of a chip: a simulation from one end of a block to the next.

Stages are not followed one by one: blocks go through them together, so of what a stage asks for all
residents ask at the same time, and a block is slowed down as much as its stages are in the mean.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from gpuviz.model.limits import BlockCosts, Cycles, stretch

SAME_INSTANT = 1e-6  # clocks: ends that are nearer to each other are one
STALE = 0.1  # of a server of the chip: when its load has changed by so much, all SMs hear of it


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a block: how much it uses of each resource then, alone on the device."""

    number: int
    share: float  # of the clocks of its block
    on_sm: tuple[tuple[int, float], ...]  # (which pipe, how much of it)
    on_chip: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """One block: its clocks alone on the device, and what each stage uses of them."""

    alone: float
    start: float  # share of its clocks alone
    stages: tuple[Stage, ...]


@dataclass(slots=True)
class Sm:
    """One SM and its residents. Its clock counts what a resident has done, in clocks alone."""

    places: int
    shares: list[float]  # by stage: the sum of those of its residents
    used: list[list[float]]  # by stage and pipe: the same
    clock: float = 0.0
    set_at: float = 0.0  # the time at which `clock` was right
    slow: float = 1.0  # how many times as long as alone everything takes
    turn: int = 0  # of its plans, the latest: older ones are void
    residents: list[tuple[float, int]] = field(default_factory=list)  # (end by `clock`, block)

    def move_to(self, now: float) -> None:
        """Let the residents do what they can until `now`."""
        self.clock += (now - self.set_at) / self.slow
        self.set_at = now

    def asks_like(self, other: Sm) -> bool:
        """Whether the residents of both ask for the same."""
        return (
            self.used == other.used
            and self.shares == other.shares
            and len(self.residents) == len(other.residents)
        )

    def next_end(self) -> float:
        """When the first of the residents ends if nothing changes."""
        return self.set_at + (self.residents[0][0] - self.clock) * self.slow


class Simulation:
    """Runs blocks from `first` on; `sm`, `start` and `end` are lists with a row for each.

    `alone`: the time of each block, see BlockCosts.
    """

    def __init__(
        self,
        costs: BlockCosts,
        alone: Cycles,
        first: int,
        shape: tuple[int, int],
        exponent: float,
    ) -> None:
        sm_count, per_sm = shape
        self._blocks = list(_blocks(costs, alone, first))
        self._exponent = exponent
        pipes, stages, _ = costs.on_sm.shape
        used = min(sm_count, len(self._blocks))  # the others never get a block
        self._sms = [Sm(per_sm, [0.0] * stages, _zeros(stages, pipes)) for _ in range(used)]
        self._chip = _zeros(stages, len(costs.on_chip))  # as Sm.used
        self._starting = 0.0
        self._told = self._of_chip()  # when all SMs last heard of it
        self._plans: list[tuple[float, int, int]] = []  # (time, SM, its turn): a heap
        self._waiting = 0  # the next block to start
        self.sm = [0] * len(self._blocks)
        self.start = [0.0] * len(self._blocks)
        self.end = [0.0] * len(self._blocks)

    def run(self) -> None:
        """From the first block's start to the last one's end."""
        now, touched = 0.0, set(range(len(self._sms)))
        self._fill(touched, now)
        self._plan(touched, now)
        while self._plans:
            now, touched = self._finish()
            self._fill(touched, now)
            self._plan(touched, now)

    def _fill(self, touched: set[int], now: float) -> None:
        """Start blocks where places are free: only where some have just ended."""
        free = [(-self._sms[row].places, row) for row in touched if self._sms[row].places]
        heapq.heapify(free)
        while free and self._waiting < len(self._blocks):
            places, row = free[0]
            self._start(self._waiting, row, now)
            self._waiting += 1
            if places == -1:
                heapq.heappop(free)
            else:
                heapq.heapreplace(free, (places + 1, row))

    def _start(self, number: int, row: int, now: float) -> None:
        block, sm = self._blocks[number], self._sms[row]
        if not sm.residents:
            sm.set_at = now
        heapq.heappush(sm.residents, (sm.clock + block.alone, number))
        sm.places -= 1
        self._use(block, sm, 1.0)
        self.sm[number], self.start[number] = row, now

    def _use(self, block: Block, sm: Sm, sign: float) -> None:
        self._starting += sign * block.start
        for stage in block.stages:
            sm.shares[stage.number] += sign * stage.share
            used, chip = sm.used[stage.number], self._chip[stage.number]
            for index, share in stage.on_sm:
                used[index] += sign * share
            for index, share in stage.on_chip:
                chip[index] += sign * share

    def _plan(self, touched: set[int], now: float) -> None:
        """Say when each SM that changed has its next end; all SMs, if the chip changed much."""
        if self._is_stale():
            self._told = self._of_chip()
            touched = {row for row, sm in enumerate(self._sms) if sm.residents}
        before = None
        for row in touched:
            sm = self._sms[row]
            if sm.residents:
                sm.move_to(now)
                sm.slow = before.slow if before and sm.asks_like(before) else self._slow(sm)
                sm.turn += 1
                heapq.heappush(self._plans, (sm.next_end(), row, sm.turn))
                before = sm

    def _slow(self, sm: Sm) -> float:
        """How many times as long as alone the residents take, in the mean of their stages."""
        stages = zip(sm.shares, sm.used, self._chip, strict=True)
        clocks = (
            share * stretch(used, chip, self._exponent) for share, used, chip in stages if share > 0
        )
        return max(self._starting, sum(clocks) / len(sm.residents))

    def _of_chip(self) -> list[float]:
        """What all SMs have to hear of: the load of every server of the chip."""
        return [self._starting, *itertools.chain.from_iterable(self._chip)]

    def _is_stale(self) -> bool:
        pairs = zip(self._told, self._of_chip(), strict=True)
        return any(abs(told - used) > STALE * max(told, used) for told, used in pairs)

    def _finish(self) -> tuple[float, set[int]]:
        """The next instant at which blocks end, and the SMs on which they do."""
        now, touched = self._plans[0][0], set[int]()
        while self._plans and self._plans[0][0] <= now + SAME_INSTANT:
            _, row, turn = heapq.heappop(self._plans)
            if turn == self._sms[row].turn:
                self._end_first(self._sms[row], now)
                touched.add(row)
        return now, touched

    def _end_first(self, sm: Sm, now: float) -> None:
        """End the resident whose turn it is, and all that end with it."""
        sm.move_to(now)
        last = sm.residents[0][0] + SAME_INSTANT
        while sm.residents and sm.residents[0][0] <= last:
            _, number = heapq.heappop(sm.residents)
            self.end[number] = now
            sm.places += 1
            self._use(self._blocks[number], sm, -1.0)


def _zeros(rows: int, columns: int) -> list[list[float]]:
    return [[0.0] * columns for _ in range(rows)]


def _blocks(costs: BlockCosts, alone: Cycles, first: int) -> Iterator[Block]:
    clocks = alone[:, first:]
    start = costs.start[first:]
    whole = np.maximum(clocks.sum(axis=0), start)
    begun = np.where(clocks > 0, clocks, 1.0)
    uses = (table[..., first:] / begun for table in (costs.on_sm, costs.on_chip))
    by_block = ((clocks / whole).T, *(use.transpose(2, 1, 0) for use in uses))
    rows = zip(*(table.tolist() for table in by_block), strict=True)
    before = None
    for row in zip(whole.tolist(), (start / whole).tolist(), rows, strict=True):
        if row != before:
            of_block, starting, stages = before = row
            block = Block(of_block, starting, tuple(_stages(*stages)))
        yield block


def _stages(
    shares: list[float], on_sm: list[list[float]], on_chip: list[list[float]]
) -> Iterator[Stage]:
    for number, (share, *uses) in enumerate(zip(shares, on_sm, on_chip, strict=True)):
        if share:
            own, shared = (tuple((k, use) for k, use in enumerate(row) if use) for row in uses)
            yield Stage(number, share, own, shared)
