"""The schedule `adversarial`: for each race, an order in which it changes the result.

The launch runs once and finds its races. Then, for each race, it runs again: one of the two threads
is a unit of its own, runs ahead of the others and is held back where it accesses the array, until
no other thread can move. What it does comes last then, also within a statement or a warp. Where
that changes nothing (it may write what was there before), lanes beside it are held back with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message
from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import Context
from gpuviz.simt.machine import BlockGroup, Machine
from gpuviz.simt.memory import AnyArray
from gpuviz.simt.recorder import Recorder
from gpuviz.simt.schedule.launch import Launch, Memory
from gpuviz.simt.schedule.lockstep import run_lockstep
from gpuviz.simt.schedule.turns import (
    BlockTurns,
    State,
    Turns,
    TurnUnit,
    block_group,
    warp_context,
)
from gpuviz.trace.source import AccessKind
from gpuviz.trace.trace import Hazard

MOST_RACES = 8  # that are looked at; each may need four runs

KEPT = (
    "Line {line}: the order that was run holds thread {thread} of block {block} back before it"
    " {does} {array}, until no other thread can go on: the result is not the one of lockstep."
)
HARMLESS = (
    "Lines {line} and {other_line}: in no order that was tried does the race on {array} change a"
    " value."
)
Place = tuple[int, int]
"""A block of the grid and a thread of the block, both linear."""

DOES: dict[AccessKind, str] = {"read": "reads", "write": "writes", "atomic": "changes"}


@dataclass(frozen=True, slots=True)
class Hold:
    """Lanes that are held back at their accesses to an array in one line.

    `thread` is one of them; it counts in its block, and the block in the grid.
    """

    block: int
    thread: int
    lanes: int  # of the thread's warp, as bits
    line: int
    kind: AccessKind
    array: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a run came to: what it counted and found, recorded, printed and left in memory."""

    machine: Machine
    recorder: Recorder | None
    printed: list[str]
    memory: Memory


class HeldUnit(TurnUnit):
    """Lanes of one warp: they run ahead to where they access an array, and are held back there."""

    hurries = True

    def __init__(self, launch: Launch, context: Context, lanes: Mask, hold: Hold) -> None:
        super().__init__(launch, context, lanes)
        self.updates = False  # whether it was held between load and store of the same elements
        self._hold = hold
        self._read: Value = None

    def begin_access(self, array: AnyArray, kind: AccessKind, line: int, flat: Value) -> None:
        """Waits until nobody else can go on."""
        hold = self._hold
        if (array.name, line) != (hold.array, hold.line):
            return
        if kind == "read":
            self._read = flat
        if kind == hold.kind:
            self.updates |= kind == "write" and np.array_equal(self._read, flat)
            self.state = State.HELD
            self.pause()


def run_adversarial(
    launch: Launch, run_first: Callable[[Launch], tuple[str, tuple[Message, ...]]]
) -> tuple[Message, ...]:
    """Runs a launch that has begun, and leaves it as the first failing order does, if there is one.

    Gives what there is to say about the orders.
    """
    before = launch.memory()
    schedule, notes = run_first(launch)
    by_turns = schedule == "warps" or launch.program.has_grid_sync
    search = _Search(launch, before, by_turns)
    races = [h for h in launch.machine.hazards.hazards() if h.kind == "race"]
    for race in races[:MOST_RACES]:
        notes = (*notes, *search.look(race))
    search.end()
    return notes


class _Search:
    """Looks for orders, and keeps the first that gives another result."""

    def __init__(self, launch: Launch, before: Memory, by_turns: bool) -> None:
        self._launch = launch
        self._before = before
        self._by_turns = by_turns
        self._first = _found(launch)
        self._kept: Found | None = None
        self._held: _HeldBlocks

    def look(self, race: Hazard) -> tuple[Message, ...]:
        """Tries the orders of one race; what there is to say about it."""
        hold = self._failing(race)
        if hold is None:
            values = {"line": race.line, "other_line": race.other_line, "array": race.array}
            return (Message("race.no-order", HARMLESS, values),)
        if self._kept is not None:
            return ()
        self._kept = _found(self._launch)
        values = {
            "line": hold.line,
            "thread": str(self._launch.config.block.index(hold.thread)),
            "block": str(self._launch.config.grid.index(hold.block)),
            "does": DOES[hold.kind],
            "array": hold.array,
        }
        return (Message("race.order", KEPT, values),)

    def end(self) -> None:
        """The launch is left as the kept order did; counters and hazards are the first run's."""
        kept = self._kept or self._first
        launch, sites = self._launch, self._first.machine.tally
        kept.memory.put_back()
        for entry in kept.machine.tally.sites[len(sites.sites) :]:
            sites.new_site(entry.site)
        self._first.machine.arrays[:] = kept.machine.arrays
        self._first.machine.watch = kept.machine.watch
        launch.machine, launch.recorder, launch.printed = (
            self._first.machine,
            kept.recorder,
            kept.printed,
        )

    def _failing(self, race: Hazard) -> Hold | None:
        """The way to hold lanes back that gives another result; the launch has run so."""
        update = None  # held between the load and the store of one element
        for hold in self._holds(race):
            if self._changes(hold, race):
                if update is not None and hold.kind == "read":
                    self._changes(update, race)  # lockstep loses updates in the same way
                    return update
                return hold
            if self._held.updates:
                update = hold
        return None

    def _holds(self, race: Hazard) -> list[Hold]:
        """Ways to hold back the first thread, and the other."""
        assert race.other_line is not None
        assert race.other_block is not None
        assert race.other_thread is not None
        grid, block = self._launch.config.grid, self._launch.config.block
        one = grid.linear(race.block), block.linear(race.thread)
        other = grid.linear(race.other_block), block.linear(race.other_thread)
        return [
            *self._of_thread(race, one, other, race.line),
            *self._of_thread(race, other, one, race.other_line),
        ]

    def _of_thread(self, race: Hazard, one: Place, other: Place, line: int) -> list[Hold]:
        """Thread `one` by itself, then with the lanes that stand to `other` as it does."""
        assert race.array is not None
        kinds = self._kinds(line, race.array)
        block, thread = one
        lane_sets = [1 << thread % WARP_SIZE, *_beside(one, other)]
        return [
            Hold(block, thread, lanes, line, kind, race.array)
            for lanes in lane_sets
            for kind in kinds
        ]

    def _kinds(self, line: int, array: str) -> list[AccessKind]:
        """How a line accesses an array, writing before reading."""
        sites = (entry.site for entry in self._first.machine.tally.sites)
        kinds = {site.kind for site in sites if (site.line, site.array) == (line, array)}
        order: tuple[AccessKind, ...] = ("write", "atomic", "read")
        return [kind for kind in order if kind in kinds]

    def _changes(self, hold: Hold, race: Hazard) -> bool:
        """Whether the launch, run with a thread held back, has another result."""
        launch = self._launch
        self._before.put_back()
        launch.begin()
        launch.machine.take_tables(self._first.machine)
        blocks = {hold.block, *self._blocks(race)}
        if launch.recorder is not None:
            launch.recorder.choose(blocks)
        held = self._held = _HeldBlocks(launch, hold, np.random.default_rng(launch.options.seed))
        if self._by_turns:
            held.run_all()
        else:
            held.run_among_lockstep(sorted(blocks))
        return not launch.memory().same_data(self._first.memory)

    def _blocks(self, race: Hazard) -> set[int]:
        grid = self._launch.config.grid
        return {grid.linear(b) for b in (race.block, race.other_block) if b is not None}


class _HeldBlocks:
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
        base = context.cohort.base
        if (hold.block, hold.thread // WARP_SIZE) != (block, warp):
            return [TurnUnit(launch, context, base)]
        held = base.lanes & (hold.lanes >> np.arange(WARP_SIZE) & 1).astype(np.bool_)
        self._unit = HeldUnit(launch, context, Mask(held, 1), hold)
        units: list[TurnUnit] = [self._unit]
        others = Mask(base.lanes & ~held, 1)
        if others.lane_count:
            units.append(TurnUnit(launch, warp_context(launch, group, warp), others))
        return units


def _beside(one: Place, other: Place) -> list[int]:
    """Lanes of a thread's warp, as bits: all, or halves of them where the other is in it too."""
    (block, thread), (other_block, other_thread) = one, other
    if (block, thread // WARP_SIZE) != (other_block, other_thread // WARP_SIZE):
        return [(1 << WARP_SIZE) - 1]
    differing = thread ^ other_thread
    bits = {differing & -differing, 1 << differing.bit_length() - 1}  # the lowest and the highest
    return [
        sum(1 << lane for lane in range(WARP_SIZE) if lane & bit == thread & bit)
        for bit in sorted(bits)
    ]


def _found(launch: Launch) -> Found:
    return Found(launch.machine, launch.recorder, launch.printed, launch.memory())
