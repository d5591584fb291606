"""Units that take turns: each is a warp, or some lanes of one, and takes one step a turn.

A unit runs on a greenlet of its own, so that it can be left anywhere, also within an expression,
and be taken up again there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import NamedTuple

import numpy as np
from greenlet import getcurrent, greenlet

from gpuviz.launch import WARP_SIZE
from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.cohort import Cohort, Mask, Value
from gpuviz.simt.frame import Context
from gpuviz.simt.machine import BarrierVotes, BlockGroup, Lanes
from gpuviz.simt.memory import AnyArray
from gpuviz.simt.recorder import CohortRecorder
from gpuviz.simt.schedule.launch import Launch
from gpuviz.trace.source import AccessKind

RESIDENT_WARPS = 2048  # that take turns; blocks that come later start when earlier ones are done

NO_PROGRESS = (
    "No progress: no thread of the launch can get on any more. {who} goes round in the loop of line"
    " {line} and waits for something that no other thread will do{others}. The threads of a warp"
    " take each step together: where one waits for another, as for a lock that the other holds,"
    " none gets on. Let one thread of a warp wait for all, and see that what it waits for comes."
)


class State(Enum):
    """What a unit can do."""

    READY = "ready"
    AT_BARRIER = "at a barrier"
    AT_GRID = "at a sync of the grid"
    AT_WARP = "where the lanes of a warp meet"
    HELD = "held"
    DONE = "done"


class Arrival(NamedTuple):
    """Where a unit waits for its block, or for the grid; `yes` are the lanes that say so there."""

    statement: int
    line: int
    mask: Mask
    yes: Lanes


class Meeting(NamedTuple):
    """Where a part of a warp waits for the rest of it, and what its lanes bring."""

    statement: int
    mask: Mask
    values: tuple[Value, ...]


class TurnUnit:
    """Some threads of one warp, which run in lockstep."""

    hurries = False  # whether it goes on as long as it can before others have their turn

    def __init__(self, launch: Launch, context: Context, lanes: Mask) -> None:
        self.context = context
        self.lanes = lanes
        self.state = State.READY
        self.arrival: Arrival | None = None
        self.meeting: Meeting | None = None
        self.votes: BarrierVotes | None = None  # of the last barrier that it passed
        self.waits: SourcePlace | None = None  # the loop in which it waits for others
        self._waits_since = -1
        self._launch = launch
        self._greenlet = greenlet(self._run)
        context.unit = self

    @property
    def is_whole_warp(self) -> bool:
        """Whether no lane of its warp runs apart from it."""
        return self.lanes is self.context.cohort.base

    def turn(self) -> None:
        """Takes one step, or what is left of the last one."""
        self._greenlet.switch()

    @property
    def moves(self) -> bool:
        """Whether its next turns may change anything."""
        changes = self.context.machine.memory_changes
        return self.state is State.READY and self._waits_since != changes

    def begin_step(self) -> None:
        """The others have their turn first."""
        self.pause()

    def begin_access(self, array: AnyArray, kind: AccessKind, line: int, flat: Value) -> None:
        """Goes on at once."""

    def wait_at_barrier(self, mask: Mask, line: int, says_yes: Lanes) -> BarrierVotes:
        """Comes back when the block lets it through."""
        self._arrive(State.AT_BARRIER, mask, line, says_yes)
        assert self.votes is not None
        return self.votes

    def wait_for_grid(self, mask: Mask, line: int) -> None:
        """Comes back when all blocks have met."""
        self._arrive(State.AT_GRID, mask, line, mask.lanes)

    def meet(self, mask: Mask, values: tuple[Value, ...]) -> tuple[Mask, tuple[Value, ...]]:
        """Goes on with the rest of its warp, if that runs apart."""
        self.meeting = Meeting(self.context.machine.statement, mask, values)
        if not self.is_whole_warp:
            self.state = State.AT_WARP
            self.pause()
        return self.meeting.mask, self.meeting.values

    def wait_for_change(self, place: SourcePlace) -> None:
        """Until memory changes, its turns will all be the same."""
        self.waits, self._waits_since = place, self.context.machine.memory_changes

    def let_through(self, votes: BarrierVotes | None = None) -> None:
        """The barrier is passed."""
        self.arrival, self.state, self.votes = None, State.READY, votes

    def pause(self) -> None:
        """Hands over until its next turn."""
        getcurrent().parent.switch()

    def _arrive(self, state: State, mask: Mask, line: int, yes: Lanes) -> None:
        self.arrival = Arrival(self.context.machine.statement, line, mask, yes)
        self.state = state
        self.pause()

    def _run(self) -> None:
        with np.errstate(all="ignore"):  # a greenlet has its own
            frame = self._launch.body.frame(self.context, self.lanes, self._launch.bound.values)
            self._launch.body.run(frame, self.lanes)
        self.state = State.DONE


class BlockTurns:
    """A block whose units take turns: opens its barriers."""

    def __init__(self, group: BlockGroup, units: list[TurnUnit]) -> None:
        self.group = group
        self.units = units

    @property
    def done(self) -> bool:
        """Whether all its threads have ended."""
        return all(unit.state is State.DONE for unit in self.units)

    def open_barrier(self) -> bool:
        """Lets units through that wait, once no unit of the block can still come.

        Where some wait at one barrier and some at another, those that are behind go first.
        """
        waiting = [unit for unit in self.units if unit.state is State.AT_BARRIER]
        coming = (State.READY, State.HELD, State.AT_WARP)
        if not waiting or any(unit.state in coming for unit in self.units):
            return False
        arrivals = [unit.arrival for unit in waiting if unit.arrival is not None]
        first = min(arrivals, key=lambda arrival: arrival.statement)
        through = [u for u in waiting if u.arrival and u.arrival.statement == first.statement]
        came = self.lanes_of(through, lambda arrival: arrival.mask.lanes)
        yes = self.lanes_of(through, lambda arrival: arrival.yes)
        self.group.barrier(Mask(came, 1), first.line)
        for unit in through:
            unit.let_through(BarrierVotes(yes, came))
        return True

    def open_meetings(self) -> bool:
        """Parts of a warp go on together where all of them wait; whether any do."""
        opened = False
        waiting = [unit for unit in self.units if unit.state is State.AT_WARP]
        for lane in {unit.context.cohort.first_lane for unit in waiting}:
            parts = [unit for unit in self.units if unit.context.cohort.first_lane == lane]
            if not any(unit.state in (State.READY, State.HELD) for unit in parts):
                _meet([unit for unit in parts if unit.state is State.AT_WARP])
                opened = True
        return opened

    def lanes_of(self, units: list[TurnUnit], part: Callable[[Arrival], Lanes]) -> Lanes:
        """Lanes of the block, from those that units tell on their arrival."""
        lanes = np.zeros((1, self.group.cohort.lane_count), np.bool_)
        for unit in units:
            if unit.arrival is not None:
                start = unit.context.cohort.first_lane
                lanes[:, start : start + WARP_SIZE] |= part(unit.arrival)
        return lanes


def _meet(units: list[TurnUnit]) -> None:
    """Those that are behind go on together, each with what all of them bring."""
    meetings = [unit.meeting for unit in units if unit.meeting is not None]
    first = min(meeting.statement for meeting in meetings)
    there = [meeting for meeting in meetings if meeting.statement == first]
    lanes = np.logical_or.reduce([meeting.mask.lanes for meeting in there])
    values = there[0].values
    for meeting in there[1:]:
        both = zip(meeting.values, values, strict=True)
        values = tuple(np.where(meeting.mask.lanes, mine, others) for mine, others in both)
    for unit in units:
        if unit.meeting in there:
            unit.meeting, unit.state = Meeting(first, Mask(lanes, 1), values), State.READY


class Turns:
    """Blocks whose units take turns, round robin, in linear order of block and warp."""

    def __init__(self, launch: Launch, blocks: Iterable[BlockTurns]) -> None:
        self._launch = launch
        self._coming: Iterator[BlockTurns] = iter(blocks)
        self._blocks: list[BlockTurns] = []
        self._ended = 0  # blocks

    def run(self) -> None:
        """Runs all blocks to their end. Raises KernelFailed where nothing can move any more."""
        self._admit()
        while self._blocks:
            moved = False
            for block in self._blocks:
                moved |= self._round(block)
            ended = [block for block in self._blocks if block.done]
            if ended:
                self._leave(ended)
            elif not moved and not self._unblock():
                raise self._no_progress()

    def _round(self, block: BlockTurns) -> bool:
        """One turn of each unit of a block; whether any of them may get on."""
        moved = False
        for unit in block.units:
            if unit.state is State.READY:
                moved |= unit.moves
                unit.turn()
                while unit.hurries and unit.moves:
                    unit.turn()
        return block.open_meetings() or block.open_barrier() or moved

    def _unblock(self) -> bool:
        """Where nobody moves: lets one go that is held, or a block begin, or the grid meet."""
        return self._release() or self._admit(more=True) or self._open_grid()

    def _open_grid(self) -> bool:
        """Lets those through that wait for the grid; False where nobody does."""
        waiting = [u for b in self._blocks for u in b.units if u.state is State.AT_GRID]
        arrivals = [unit.arrival for unit in waiting if unit.arrival is not None]
        if not arrivals or any(u.state is State.READY for b in self._blocks for u in b.units):
            return False
        self._check_grid(arrivals[0].line)
        self._blocks[0].group.races.grid_sync()
        for unit in waiting:
            unit.let_through()
        return True

    def _check_grid(self, line: int) -> None:
        """A thread of the launch that does not come to the sync is a hazard."""
        config = self._launch.config
        came = np.zeros((config.blocks, config.block.size), np.bool_)
        for block in self._blocks:
            lanes = block.lanes_of(block.units, lambda arrival: arrival.mask.lanes)
            came[int(block.group.cohort.block_ids[0])] = lanes[0, : config.block.size]
        if not came.all():
            waiting, missing = int(came.argmax()), int(came.argmin())
            self._launch.machine.hazards.divergent_grid_sync(waiting, missing, line)

    def _release(self) -> bool:
        """Lets one unit go that was held back; False where there is none."""
        held = [u for block in self._blocks for u in block.units if u.state is State.HELD]
        for unit in held[:1]:
            unit.state = State.READY
        return bool(held)

    def _leave(self, ended: list[BlockTurns]) -> None:
        for block in ended:
            for unit in block.units:
                unit.context.tally.finish()
            self._blocks.remove(block)
        self._ended += len(ended)
        if self._launch.options.progress is not None:
            self._launch.options.progress(self._ended / self._launch.config.blocks)
        self._admit()

    def _admit(self, more: bool = False) -> bool:
        """Blocks come in while there is room; with `more`, another one in any case."""
        count = len(self._blocks)
        room = max(1, RESIDENT_WARPS // self._launch.config.warps_per_block)
        while more or len(self._blocks) < room:
            block = next(self._coming, None)
            if block is None:
                break
            self._blocks.append(block)
            more = False
        return len(self._blocks) > count

    def _no_progress(self) -> KernelFailed:
        stuck = [u for block in self._blocks for u in block.units if u.waits is not None]
        first = stuck[0]
        assert first.waits is not None
        lines = {u.waits.line for u in stuck if u.waits is not None}
        lines |= {u.arrival.line for b in self._blocks for u in b.units if u.arrival is not None}
        others = sorted(lines - {first.waits.line})
        block, thread = first.context.cohort.first_thread(first.lanes.lanes)
        values = {
            "who": f"The warp of thread {thread} in block {block}",
            "line": first.waits.line,
            "others": f" (others wait in line {', '.join(map(str, others))})" if others else "",
        }
        return KernelFailed(Message("kernel.no-progress", NO_PROGRESS, values), first.waits)


def warp_units(launch: Launch, group: BlockGroup) -> BlockTurns:
    """A block whose warps take turns."""
    units = []
    for warp in range(launch.config.warps_per_block):
        context = warp_context(launch, group, warp)
        units.append(TurnUnit(launch, context, context.cohort.base))
    return BlockTurns(group, units)


def warp_context(launch: Launch, group: BlockGroup, warp: int) -> Context:
    """The state of some threads of one warp."""
    cohort = Cohort(launch.config, group.cohort.block_ids, warp * WARP_SIZE, WARP_SIZE)
    recorder = None
    if launch.recorder is not None and launch.recorder.follows(cohort):
        recorder = CohortRecorder(launch.recorder, cohort)
    return Context(group, cohort, recorder)


def block_group(launch: Launch, block: int) -> BlockGroup:
    """One block by itself."""
    lanes = launch.config.warps_per_block * WARP_SIZE
    return BlockGroup(launch.machine, Cohort(launch.config, np.array([block]), 0, lanes))


def run_warps(launch: Launch) -> None:
    """The schedule `warps`: each warp for itself, round robin, one step a turn."""
    blocks = (
        warp_units(launch, block_group(launch, block)) for block in range(launch.config.blocks)
    )
    Turns(launch, blocks).run()
