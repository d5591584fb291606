"""A unit: a warp, or some lanes of one, that takes turns with others, one step a turn.

It runs on a greenlet of its own, so that it can be left anywhere, also within an expression, and be
taken up again there.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

import numpy as np
from greenlet import getcurrent, greenlet

from gpuviz.launch import WARP_SIZE
from gpuviz.messages import SourcePlace
from gpuviz.simt.execution.context import ExecutionContext
from gpuviz.simt.execution.launch_state import AccessPoint, BarrierVotes, BlockGroup, Lanes
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value
from gpuviz.simt.memory.arrays import AnyArray
from gpuviz.simt.schedule.launch import Launch
from gpuviz.trace.source import AccessKind


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
    place: SourcePlace
    mask: Mask
    yes: Lanes


class WarpMeeting(NamedTuple):
    """Where a part of a warp waits for the rest of it, and what its lanes bring."""

    statement: int
    mask: Mask
    values: tuple[Value, ...]


class TurnUnit:
    """Some threads of one warp, which run in lockstep."""

    hurries = False  # whether it goes on as long as it can before others have their turn
    waits_at_accesses = False

    def __init__(self, launch: Launch, context: ExecutionContext, lanes: Mask) -> None:
        self.context = context
        self.lanes = lanes
        self.state = State.READY
        self.arrival: Arrival | None = None
        self.meeting: WarpMeeting | None = None
        self.votes: BarrierVotes | None = None  # of the last barrier that it passed
        self.waits: SourcePlace | None = None  # the loop in which it waits for others
        self._waits_since = -1
        self._launch = launch
        # A turn: one step, or what is left of the last one. Then it hands over until the next.
        self.turn: Callable[[], object] = greenlet(self._run).switch
        self.pause: Callable[[], object] = getcurrent().switch
        self.begin_step = self.pause
        context.unit = self

    @property
    def is_whole_warp(self) -> bool:
        """Whether no lane of its warp runs apart from it."""
        return self.lanes is self.context.thread_group.base

    @property
    def moves(self) -> bool:
        """Whether its next turns may change anything."""
        changes = self.context.launch_state.memory_changes
        return self.state is State.READY and self._waits_since != changes

    def begin_access(
        self, array: AnyArray, kind: AccessKind, point: AccessPoint, flat: Value
    ) -> bool:
        """Goes on at once."""
        return False

    def wait_at_barrier(self, mask: Mask, place: SourcePlace, says_yes: Lanes) -> BarrierVotes:
        """Comes back when the block lets it through."""
        self._arrive(State.AT_BARRIER, mask, place, says_yes)
        assert self.votes is not None
        return self.votes

    def wait_for_grid(self, mask: Mask, place: SourcePlace) -> None:
        """Comes back when all blocks have met."""
        self._arrive(State.AT_GRID, mask, place, mask.lanes)

    def meet(self, mask: Mask, values: tuple[Value, ...]) -> tuple[Mask, tuple[Value, ...]]:
        """Goes on with the rest of its warp, if that runs apart."""
        self.meeting = WarpMeeting(self.context.launch_state.statement, mask, values)
        if not self.is_whole_warp:
            self.state = State.AT_WARP
            self.pause()
        return self.meeting.mask, self.meeting.values

    def wait_for_change(self, place: SourcePlace) -> None:
        """Until memory changes, its turns will all be the same."""
        self.waits, self._waits_since = place, self.context.launch_state.memory_changes

    def let_through(self, votes: BarrierVotes | None = None) -> None:
        """The barrier is passed."""
        self.arrival, self.state, self.votes = None, State.READY, votes

    def _arrive(self, state: State, mask: Mask, place: SourcePlace, yes: Lanes) -> None:
        self.arrival = Arrival(self.context.launch_state.statement, place, mask, yes)
        self.state = state
        self.pause()

    def _run(self) -> None:
        with np.errstate(all="ignore"):  # a greenlet has its own
            frame = self._launch.body.frame(self.context, self.lanes, self._launch.bound.values)
            self._launch.body.run(frame, self.lanes)
        self.state = State.DONE


def warp_context(launch: Launch, group: BlockGroup, warp: int) -> ExecutionContext:
    """The state of some threads of one warp."""
    blocks = group.thread_group.block_ids
    return ExecutionContext(group, ThreadGroup(launch.config, blocks, warp * WARP_SIZE, WARP_SIZE))


def block_group(launch: Launch, block: int) -> BlockGroup:
    """One block by itself."""
    lanes = launch.config.warps_per_block * WARP_SIZE
    return BlockGroup(launch.launch_state, ThreadGroup(launch.config, np.array([block]), 0, lanes))
