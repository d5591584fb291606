"""A block whose units take turns: where they wait for each other, and when they go on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.execution.launch_state import BarrierVotes, BlockGroup, Lanes
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.schedule.launch import Launch
from gpuviz.simt.schedule.units import Arrival, State, TurnUnit, WarpMeeting, warp_context


class BlockTurns:
    """A block whose units take turns: opens its barriers."""

    def __init__(self, group: BlockGroup, units: list[TurnUnit]) -> None:
        self.group = group
        self.units = units

    @property
    def done(self) -> bool:
        """Whether all its threads have ended."""
        return all(unit.state is State.DONE for unit in self.units)

    def finish(self) -> None:
        """Its units have ended, or broken off."""
        for unit in self.units:
            unit.context.finish()

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
        base = self.group.thread_group.base
        if len(through) == len(self.units) and all(
            u.arrival and u.lanes is u.arrival.mask for u in through
        ):
            mask = base
        else:
            mask = Mask(self.lanes_of(through, lambda arrival: arrival.mask.lanes), 1)
        came = yes = mask.lanes
        if any(arrival.yes is not arrival.mask.lanes for arrival in arrivals):
            yes = self.lanes_of(through, lambda arrival: arrival.yes)
        self.group.barrier(mask, first.place)
        for unit in through:
            unit.let_through(BarrierVotes(yes, came))
        return True

    def open_meetings(self) -> bool:
        """Parts of a warp go on together where all of them wait; whether any do."""
        opened = False
        waiting = [unit for unit in self.units if unit.state is State.AT_WARP]
        for lane in {unit.context.thread_group.first_lane for unit in waiting}:
            parts = [unit for unit in self.units if unit.context.thread_group.first_lane == lane]
            if not any(unit.state in (State.READY, State.HELD) for unit in parts):
                _meet([unit for unit in parts if unit.state is State.AT_WARP])
                opened = True
        return opened

    def lanes_of(self, units: list[TurnUnit], part: Callable[[Arrival], Lanes]) -> Lanes:
        """Lanes of the block, from those that units tell on their arrival."""
        lanes = np.zeros((1, self.group.thread_group.lane_count), np.bool_)
        for unit in units:
            if unit.arrival is not None:
                start = unit.context.thread_group.first_lane
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
            unit.meeting, unit.state = WarpMeeting(first, Mask(lanes, 1), values), State.READY


def warp_units(launch: Launch, group: BlockGroup) -> BlockTurns:
    """A block whose warps take turns."""
    units = []
    for warp in range(launch.config.warps_per_block):
        context = warp_context(launch, group, warp)
        units.append(TurnUnit(launch, context, context.thread_group.base))
    return BlockTurns(group, units)
