"""The schedule `adversarial`: for each race, an order in which it changes the result.

The launch runs once and finds its races. Then, for each race, it runs again: one of the two threads
is a unit of its own, runs ahead of the others and is held back where it accesses the array, until
no other thread can move. What it does comes last then, also within a statement or a warp. Where
that changes nothing (it may write what was there before), lanes beside it are held back with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from gpuviz.launch import WARP_SIZE
from gpuviz.messages import KernelFailed, Message, word
from gpuviz.simt.execution.launch_state import Standstill
from gpuviz.simt.schedule.holding import HeldBlocks, Hold
from gpuviz.simt.schedule.launch import Launch, MemorySnapshot, Run
from gpuviz.trace.source import AccessKind
from gpuviz.trace.trace import Hazard

MOST_RACES = 8  # that are looked at; each may need a dozen runs

KEPT = (
    "Line {line}: the order that was run holds thread {thread} of block {block} back before it"
    " {does} {array}, until no other thread can go on: the result is not the one of lockstep."
)
HARMLESS = (
    "Lines {line} and {other_line}: in no order that was tried does the race on {array} change a"
    " value."
)
ENDLESS = (
    "Line {line}: the order that holds thread {thread} of block {block} back before it {does}"
    " {array}, until no other thread can go on, does not come to its end: {why}"
)
ThreadPlace = tuple[int, int]
"""A block of the grid and a thread of the block, both linear."""

DOES: dict[AccessKind, Message] = {
    "read": word("reads"),
    "write": word("writes"),
    "atomic": word("changes"),
}


@dataclass(frozen=True, slots=True)
class KeptRun:
    """What a run came to, and what it left in memory."""

    run: Run
    memory: MemorySnapshot


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
    races = [h for h in launch.launch_state.hazards.hazards() if h.kind == "race"]
    for race in races[:MOST_RACES]:
        notes = (*notes, *search.look(race))
    search.end()
    return notes


class _Search:
    """Looks for orders, and keeps the first that gives another result."""

    def __init__(self, launch: Launch, before: MemorySnapshot, by_turns: bool) -> None:
        self._launch = launch
        self._before = before
        self._by_turns = by_turns
        self._first = _found(launch)
        self._kept: KeptRun | None = None
        self._ended: tuple[Hold, Message] | None = None  # an order in which the launch failed
        self._held: HeldBlocks

    def look(self, race: Hazard) -> tuple[Message, ...]:
        """Tries the orders of one race; what there is to say about it."""
        self._ended = None
        hold = self._failing(race)
        if hold is None and self._ended is not None:
            endless, why = self._ended
            return (Message("race.order-endless", ENDLESS, {**self._said(endless), "why": why}),)
        if hold is None:
            told = {name: race.message.values[name] for name in ("line", "other_line", "array")}
            return (Message("race.no-order", HARMLESS, told),)
        if self._kept is not None:
            return ()
        self._kept = _found(self._launch)
        return (Message("race.order", KEPT, self._said(hold)),)

    def _said(self, hold: Hold) -> dict[str, object]:
        named = self._first.run.launch_state.hazards.line_names([hold.file])
        return {
            "line": named(hold.file, hold.line),
            "thread": str(self._launch.config.block.index(hold.thread)),
            "block": str(self._launch.config.grid.index(hold.block)),
            "does": DOES[hold.kind],
            "array": hold.array,
        }

    def end(self) -> None:
        """The launch is left as the kept order did; counters and hazards are the first run's.

        How the accesses of its races met is told of the kept order, as its steps are.
        """
        kept = self._kept or self._first
        first, last = self._first.run, kept.run
        kept.memory.put_back()
        first.launch_state.sites[:] = last.launch_state.sites
        first.launch_state.arrays[:] = last.launch_state.arrays
        if kept is not self._first:
            first.launch_state.hazards.order_races_as(last.launch_state.hazards)
        self._launch.run = replace(
            first, recorder=last.recorder, watch=last.watch, printed=last.printed
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
        assert race.other_block is not None
        assert race.other_thread is not None
        grid, block = self._launch.config.grid, self._launch.config.block
        one = grid.linear(race.block), block.linear(race.thread)
        other = grid.linear(race.other_block), block.linear(race.other_thread)
        return [
            *self._of_thread(race, one, other, *_lines(race)[0]),
            *self._of_thread(race, other, one, *_lines(race)[1]),
        ]

    def _of_thread(
        self, race: Hazard, one: ThreadPlace, other: ThreadPlace, file: str, line: int
    ) -> list[Hold]:
        """Thread `one` by itself, then with the lanes that stand to `other` as it does."""
        assert race.array is not None
        kinds = self._kinds(file, line, race.array)
        block, thread = one
        lane_sets = [1 << thread % WARP_SIZE, *_beside(one, other)]
        return [
            Hold(block, thread, lanes, file, line, kind, race.array)
            for lanes in lane_sets
            for kind in kinds
        ]

    def _kinds(self, file: str, line: int, array: str) -> list[AccessKind]:
        """How a line accesses an array, writing before reading."""
        launch_state, wanted = self._first.run.launch_state, (file, line, array)
        kinds = {
            kind
            for point, row, kind in launch_state.site_rows
            if (point.file, point.line, launch_state.arrays[row].name) == wanted
        }
        order: tuple[AccessKind, ...] = ("write", "atomic", "read")
        return [kind for kind in order if kind in kinds]

    def _changes(self, hold: Hold, race: Hazard) -> bool:
        """Whether the launch, run with a thread held back, comes to its end with another result."""
        if not self._by_turns:
            try:
                return self._changes_among(hold, self._blocks(race))
            except (KernelFailed, Standstill):  # a block waits for one that has no turns
                self._by_turns = True
        try:
            return self._changes_among(hold, self._blocks(race))
        except KernelFailed as failure:
            self._ended = hold, failure.message
            return False

    def _changes_among(self, hold: Hold, raced: set[int]) -> bool:
        launch = self._launch
        self._before.put_back()
        launch.begin()
        launch.launch_state.take_tables(self._first.run.launch_state)
        blocks = {hold.block, *raced}
        if launch.run.recorder is not None:
            launch.run.recorder.choose(blocks)
        held = self._held = HeldBlocks(launch, hold, np.random.default_rng(launch.options.seed))
        if self._by_turns:
            held.run_all()
        else:
            held.run_among_lockstep(sorted(blocks))
        return not launch.memory().same_data(self._first.memory)

    def _blocks(self, race: Hazard) -> set[int]:
        grid = self._launch.config.grid
        return {grid.linear(b) for b in (race.block, race.other_block) if b is not None}


def _lines(race: Hazard) -> tuple[tuple[str, int], tuple[str, int]]:
    """File and line of both accesses."""
    assert race.file is not None
    assert race.other_file is not None
    assert race.other_line is not None
    return (race.file, race.line), (race.other_file, race.other_line)


def _beside(one: ThreadPlace, other: ThreadPlace) -> list[int]:
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


def _found(launch: Launch) -> KeptRun:
    return KeptRun(launch.run, launch.memory())
