"""Lanes that are held back where they access an array, until nobody else can go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.execution.context import ExecutionContext
from gpuviz.simt.execution.launch_state import AccessPoint, BlockGroup
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.memory.arrays import AnyArray
from gpuviz.simt.schedule.block_turns import BlockTurns
from gpuviz.simt.schedule.launch import Launch
from gpuviz.simt.schedule.lockstep import run_lockstep
from gpuviz.simt.schedule.turns import Turns
from gpuviz.simt.schedule.units import State, TurnUnit, block_group, warp_context
from gpuviz.trace.source import AccessKind


@dataclass(frozen=True, slots=True)
class Hold:
    """Lanes that are held back at their accesses to an array in one line.

    `thread` is one of them; it counts in its block, and the block in the grid.
    """

    block: int
    thread: int
    lanes: int  # of the thread's warp, as bits
    file: str
    line: int
    kind: AccessKind
    array: str


class HeldUnit(TurnUnit):
    """Lanes of one warp: they run ahead to where they access an array, and are held back there."""

    hurries = True
    waits_at_accesses = True

    def __init__(self, launch: Launch, context: ExecutionContext, lanes: Mask, hold: Hold) -> None:
        super().__init__(launch, context, lanes)
        self.updates = False  # whether it was held between load and store of the same elements
        self._hold = hold
        self._read: Value = None

    def begin_access(
        self, array: AnyArray, kind: AccessKind, point: AccessPoint, flat: Value
    ) -> bool:
        """Waits until nobody else can go on."""
        hold = self._hold
        if (array.name, point.line, point.file) != (hold.array, hold.line, hold.file):
            return False
        if kind == "read":
            self._read = flat
        if kind != hold.kind:
            return False
        self.updates |= kind == "write" and np.array_equal(self._read, flat)
        self.state = State.HELD
        self.pause()
        return True


class HeldBlocks:
    """Blocks whose units take turns, in an order that chance decides, one thread being held."""

    def __init__(self, launch: Launch, hold: Hold, chance: np.random.Generator) -> None:
        self._launch = launch
        self._hold = hold
        self._chance = chance
        self._unit: HeldUnit | None = None

    @property
    def updates(self) -> bool:
        """Whether the held lanes waited between load and store of the same elements."""
        return self._unit is not None and self._unit.updates

    def run_all(self) -> None:
        """All blocks take turns."""
        self._take_turns(range(self._launch.config.blocks))

    def run_among_lockstep(self, blocks: list[int]) -> None:
        """These blocks take turns; those before them and behind them run in lockstep."""
        launch, start = self._launch, 0
        bounds = [*blocks, launch.config.blocks]
        if bounds[0] > 0:
            run_lockstep(launch, np.arange(0, bounds[0]))
        self._take_turns(blocks)
        for start, stop in pairwise(bounds):
            if start + 1 < stop:
                run_lockstep(launch, np.arange(start + 1, stop))

    def _take_turns(self, blocks: Sequence[int]) -> None:
        first = sorted(blocks, key=lambda block: block != self._hold.block)
        Turns(self._launch, map(self._units, first)).run()

    def _units(self, block: int) -> BlockTurns:
        """The units of a block, the held one first."""
        group = block_group(self._launch, block)
        warps = self._chance.permutation(self._launch.config.warps_per_block).tolist()
        units = [unit for warp in warps for unit in self._of_warp(group, block, warp)]
        return BlockTurns(group, sorted(units, key=lambda unit: not unit.hurries))

    def _of_warp(self, group: BlockGroup, block: int, warp: int) -> list[TurnUnit]:
        """A warp as one unit, or, where lanes of it are held, those and the others."""
        launch, hold = self._launch, self._hold
        context = warp_context(launch, group, warp)
        base = context.thread_group.base
        if (hold.block, hold.thread // WARP_SIZE) != (block, warp):
            return [TurnUnit(launch, context, base)]
        held = base.lanes & (hold.lanes >> np.arange(WARP_SIZE) & 1).astype(np.bool_)
        self._unit = HeldUnit(launch, context, Mask(held, 1), hold)
        units: list[TurnUnit] = [self._unit]
        others = Mask(base.lanes & ~held, 1)
        if others.lane_count:
            units.append(TurnUnit(launch, warp_context(launch, group, warp), others))
        return units
