"""Blocks one by one on the SMs of a chip: a simulation from one end of a block to the next."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field

from gpuviz.model.limits import BlockCosts, stretch

SAME_INSTANT = 1e-6  # clocks: ends that are nearer to each other are one
STALE = 0.1  # of a server of the chip: when its load has changed by so much, all SMs hear of it


@dataclass(frozen=True, slots=True)
class Block:
    """One block: its clocks alone on the device, and how much it uses of each resource then."""

    alone: float
    on_sm: tuple[float, ...]
    on_chip: tuple[float, ...]


@dataclass(slots=True)
class Sm:
    """One SM and its residents. Its clock counts what a resident has done, in clocks alone."""

    places: int
    used: list[float]
    clock: float = 0.0
    set_at: float = 0.0  # the time at which `clock` was right
    slow: float = 1.0  # how many times as long as alone everything takes
    turn: int = 0  # of its plans, the latest: older ones are void
    residents: list[tuple[float, int]] = field(default_factory=list)  # (end by `clock`, block)

    def move_to(self, now: float) -> None:
        """Let the residents do what they can until `now`."""
        self.clock += (now - self.set_at) / self.slow
        self.set_at = now

    def next_end(self) -> float:
        """When the first of the residents ends if nothing changes."""
        return self.set_at + (self.residents[0][0] - self.clock) * self.slow


class Simulation:
    """Runs blocks from `first` on; `sm`, `start` and `end` are lists with a row for each."""

    def __init__(
        self, costs: BlockCosts, first: int, shape: tuple[int, int], exponent: float
    ) -> None:
        sm_count, per_sm = shape
        self._blocks = list(_blocks(costs, first, exponent))
        self._exponent = exponent
        on_sm, on_chip = len(costs.on_sm), len(costs.on_chip)
        used = min(sm_count, len(self._blocks))  # the others never get a block
        self._sms = [Sm(per_sm, [0.0] * on_sm) for _ in range(used)]
        self._chip = [0.0] * on_chip
        self._told = [0.0] * on_chip  # of `_chip`, when all SMs last heard of it
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
        for index, share in enumerate(block.on_sm):
            sm.used[index] += sign * share
        for index, share in enumerate(block.on_chip):
            self._chip[index] += sign * share

    def _plan(self, touched: set[int], now: float) -> None:
        """Say when each SM that changed has its next end; all SMs, if the chip changed much."""
        if self._is_stale():
            self._told = list(self._chip)
            touched = {row for row, sm in enumerate(self._sms) if sm.residents}
        for row in touched:
            sm = self._sms[row]
            if sm.residents:
                sm.move_to(now)
                sm.slow = stretch(sm.used, self._chip, self._exponent)
                sm.turn += 1
                heapq.heappush(self._plans, (sm.next_end(), row, sm.turn))

    def _is_stale(self) -> bool:
        pairs = zip(self._told, self._chip, strict=True)
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


def _blocks(costs: BlockCosts, first: int, exponent: float) -> Iterator[Block]:
    alone = costs.alone(exponent)[first:]
    on_sm, on_chip = (table[:, first:] / alone for table in (costs.on_sm, costs.on_chip))
    rows = zip(alone.tolist(), on_sm.T.tolist(), on_chip.T.tolist(), strict=True)
    return (Block(clocks, tuple(own), tuple(shared)) for clocks, own, shared in rows)
