"""The order in which steps are played: executed where the engine says so, else as the model places
blocks on the GPU.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.insight.calls import access_steps, assignment_steps
from gpuviz.messages import Message
from gpuviz.model.schedule import BlockSchedule, schedule_rounds
from gpuviz.trace import Steps, Trace
from gpuviz.trace.blocks_on_sm import occupancy_of
from gpuviz.trace.whose_device import device_or_default

ENGINE_NAMES = {"numba-simulator": "Numba's simulator", "cuda": "The GPU"}
EXECUTED_SCHEDULES = ("warps", "adversarial")  # their rows of Steps stand in the order that ran


@dataclass(frozen=True, slots=True)
class Instant:
    """One place in a PlayOrder: so many steps executed, so many rounds begun, and whether the
    launch is over.
    """

    steps: int
    rounds: int
    ended: bool = False


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """The steps of the followed blocks in the order that is played, and the rounds of all blocks.

    A round is one turn of every warp that is resident and not waiting. A block runs in rounds start
    <= r < end.
    """

    label: Literal["executed", "modelled"]
    step: NDArray[np.int64]  # [n] step ids in the order played
    round: NDArray[np.int64]  # [n] the round of each, non-decreasing
    position: NDArray[np.int64]  # [n] by step id: where it stands in `step`
    accessed: NDArray[np.int64]  # [accesses] the position with which each happens
    assigned: NDArray[np.int64]  # [values] the same
    rounds: int  # of the whole launch
    sm: NDArray[np.int32]  # [blocks] modelled SM
    block_start: NDArray[np.int64]  # [blocks]
    block_end: NDArray[np.int64]  # [blocks]

    def __len__(self) -> int:
        return len(self.step)

    def moment_of_round(self, rounds: int) -> int:
        """How many steps have been executed when `rounds` rounds are over."""
        return int(np.searchsorted(self.round, rounds, "left"))

    def rounds_at(self, moment: int) -> int:
        """How many rounds have begun when `moment` steps have been executed."""
        return int(self.round[moment - 1]) + 1 if moment > 0 else 0

    def playing(self, instant: Instant) -> int:
        """The id of the step that is played at an instant: the latest; -1 before the first."""
        return int(self.step[instant.steps - 1]) if instant.steps else -1

    def rounds_over(self, instant: Instant) -> int:
        """How many rounds are over: the latest that has begun is, once all its steps are taken."""
        whole = instant.steps >= self.moment_of_round(instant.rounds)
        return instant.rounds if whole else instant.rounds - 1

    def at(self, moment: int) -> Instant:
        """The instant right after `moment` steps."""
        return Instant(moment, self.rounds_at(moment))

    @property
    def end(self) -> Instant:
        """When the launch is over."""
        return Instant(len(self.step), self.rounds + 1, True)


def order_of(trace: Trace) -> PlayOrder | None:
    """The order in which a trace is played, on the device that it is for."""
    return play_order(trace, device_or_default(trace))


def instant_at(order: PlayOrder | None, moment: int | None) -> Instant:
    """The instant after `moment` steps; the end of the launch after all of them and for None."""
    if order is None:
        return Instant(0, 0, True)
    return order.end if moment is None or moment >= len(order) else order.at(moment)


def play_order(trace: Trace, device: Device) -> PlayOrder | None:
    """The order of `trace`'s steps on `device`; None where the engine kept no steps."""
    steps = trace.steps
    if steps is None or len(steps) == 0:
        return None
    schedule = _schedule(trace, steps, device)
    if trace.schedule in EXECUTED_SCHEDULES:
        return _executed(trace, steps, schedule)
    return _modelled(trace, steps, schedule)


def why_no_steps(trace: Trace) -> Message:
    """Why there is no PlayOrder of a trace."""
    if trace.steps is not None:
        template = "{kernel} executes no statement: there is nothing to play."
        return Message("steps.no-statement", template, {"kernel": trace.kernel})
    if trace.engine == "emulator":
        template = "This recording keeps no steps, so there is nothing to play."
        return Message("steps.not-kept", template)
    template = "{engine} keeps no steps, so there is nothing to play. The emulator shows every one."
    name = ENGINE_NAMES.get(trace.engine, trace.engine)
    return Message("steps.no-engine", template, {"engine": name})


def barrier_phases(trace: Trace, steps: Steps) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each step: the barriers that its warp passed before it, and its place among the steps
    since the last one.
    """
    by_warp = _by_warp(steps)
    rank = _rank(by_warp, steps)
    barrier = np.array([s.is_barrier for s in trace.statements], bool)[steps.statement]
    first = rank[by_warp] == 0
    passed = (
        np.cumsum(barrier[by_warp]) - barrier[by_warp]
    )  # before this step, counted over all warps
    warp_of = np.cumsum(first) - 1
    phase_sorted = passed - passed[first][warp_of]
    begins = first | np.r_[True, np.diff(phase_sorted) != 0]
    starts = np.flatnonzero(begins)
    offset_sorted = np.arange(len(begins)) - starts[np.cumsum(begins) - 1]
    phase = np.empty(len(steps), np.int64)
    offset = np.empty(len(steps), np.int64)
    phase[by_warp], offset[by_warp] = phase_sorted, offset_sorted
    return phase, offset


def _by_warp(steps: Steps) -> NDArray[np.intp]:
    """Step ids warp after warp; within a warp in the order in which it took them."""
    return np.lexsort((steps.warp, steps.block))


def _rank(by_warp: NDArray[np.intp], steps: Steps) -> NDArray[np.int64]:
    """For each step: how many its warp took before."""
    block, warp = steps.block[by_warp], steps.warp[by_warp]
    first = np.r_[True, (np.diff(block) != 0) | (np.diff(warp) != 0)]
    starts = np.flatnonzero(first)
    rank = np.empty(len(steps), np.int64)
    rank[by_warp] = np.arange(len(steps)) - starts[np.cumsum(first) - 1]
    return rank


def _within_block(trace: Trace, steps: Steps) -> NDArray[np.int64]:
    """The round of each step since its block began: barriers hold the warps of a block together."""
    phase, offset = barrier_phases(trace, steps)
    barrier = np.array([s.is_barrier for s in trace.statements], bool)[steps.statement]
    phases = int(phase.max()) + 1
    blocks, row = np.unique(steps.block, return_inverse=True)
    length = np.zeros((len(blocks), phases), np.int64)
    np.maximum.at(length, (row[barrier], phase[barrier]), offset[barrier] + 1)
    begin: NDArray[np.int64] = np.cumsum(length, axis=1) - length
    within: NDArray[np.int64] = begin[row, phase] + offset
    return within


def _schedule(trace: Trace, steps: Steps, device: Device) -> BlockSchedule:
    held = occupancy_of(trace, device)
    return schedule_rounds(_rounds_per_block(trace, steps), device.sm_count, held.blocks_per_sm)


def _rounds_per_block(trace: Trace, steps: Steps) -> NDArray[np.int64]:
    """Exact for followed blocks, barriers included; for the others the most steps that one of their
    warps took.
    """
    within = _within_block(trace, steps)
    exact = np.zeros(trace.config.blocks, np.int64)
    np.maximum.at(exact, steps.block, within + 1)
    rounds = _counted_rounds(trace, int(exact.max()))
    rounds[exact > 0] = exact[exact > 0]
    return rounds


def _counted_rounds(trace: Trace, uncounted: int) -> NDArray[np.int64]:
    """By block; `uncounted` where the launch was too large for counters by warp."""
    blocks = trace.config.blocks
    if trace.warp_counters is None:
        return np.full(blocks, uncounted, np.int64)
    per_warp = trace.warp_counters.steps.sum(axis=0, dtype=np.int64)
    rounds: NDArray[np.int64] = per_warp.reshape(blocks, -1).max(axis=1)
    return rounds


def _modelled(trace: Trace, steps: Steps, schedule: BlockSchedule) -> PlayOrder:
    when: NDArray[np.int64] = schedule.start_round[steps.block] + _within_block(trace, steps)
    order = np.lexsort((steps.warp, steps.block, when))
    return _order("modelled", trace, order, when[order], schedule)


def _executed(trace: Trace, steps: Steps, schedule: BlockSchedule) -> PlayOrder:
    order = np.arange(len(steps))
    when = _turns(steps)
    rounds = int(when[-1]) + 1
    start, end = _stretched(schedule, rounds)
    start[steps.block[::-1]] = when[::-1]
    end[steps.block] = when + 1
    placed = BlockSchedule(schedule.sm, start, end)
    return _order("executed", trace, order, when, placed)


def _stretched(schedule: BlockSchedule, rounds: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The modelled rounds of all blocks laid over the rounds that were executed."""
    whole = max(schedule.rounds, 1)
    return schedule.start_round * rounds // whole, -(-schedule.end_round * rounds // whole)


def _turns(steps: Steps) -> NDArray[np.int64]:
    """A new round begins where a warp comes again."""
    before = _previous_of_same_warp(steps)
    latest = np.maximum.accumulate(before)
    starts = [0]
    while (begin := int(np.searchsorted(latest, starts[-1], "left"))) < len(steps):
        starts.append(begin)
    turns = np.zeros(len(steps), np.int64)
    turns[starts[1:]] = 1
    return np.cumsum(turns)


def _previous_of_same_warp(steps: Steps) -> NDArray[np.int64]:
    by_warp = _by_warp(steps)
    before = np.full(len(steps), -1, np.int64)
    again = _rank(by_warp, steps)[by_warp] > 0
    before[by_warp[again]] = by_warp[np.flatnonzero(again) - 1]
    return before


def _order(
    label: Literal["executed", "modelled"],
    trace: Trace,
    step: NDArray[np.int64],
    when: NDArray[np.int64],
    schedule: BlockSchedule,
) -> PlayOrder:
    position = np.empty(len(step), np.int64)
    position[step] = np.arange(len(step))
    accessed, assigned = position[access_steps(trace)], position[assignment_steps(trace)]
    for column in (step, when, position, accessed, assigned):
        column.flags.writeable = False
    return PlayOrder(
        label,
        step,
        when,
        position,
        accessed,
        assigned,
        schedule.rounds,
        schedule.sm,
        schedule.start_round,
        schedule.end_round,
    )
