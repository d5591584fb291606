"""Holds the evidence of a race against the recorded steps: what barriers order is counted anew."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpuviz.insight.touch_moments import array_row, flat_element
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Hazard, Trace


@dataclass(frozen=True)
class Step:
    """A recorded step of one thread."""

    row: int
    block: int
    warp: int
    lane: int


def races_of(trace: Trace) -> list[Hazard]:
    return [hazard for hazard in trace.hazards if hazard.kind == "race"]


def named_steps(trace: Trace, race: Hazard) -> tuple[Step, Step]:
    """The steps of the two accesses; both were recorded."""
    assert race.other_block is not None
    assert race.other_thread is not None
    found = []
    for row, block, thread in (
        (race.step, race.block, race.thread),
        (race.other_step, race.other_block, race.other_thread),
    ):
        assert row is not None
        warp, lane = divmod(trace.config.block.linear(thread), WARP_SIZE)
        found.append(Step(row, trace.config.grid.linear(block), warp, lane))
    return found[0], found[1]


def accesses_nothing_else(trace: Trace, race: Hazard) -> bool:
    """Whether each thread, in the step that is told of it, does what is told of it."""
    wanted = (race.line, race.access), (race.other_line, race.other_access)
    pairs = zip(named_steps(trace, race), wanted, strict=True)
    return all(_does(trace, race, step, line, kind) for step, (line, kind) in pairs)


def barriers_between(trace: Trace, one: Step, other: Step) -> list[int]:
    """The barriers of a block, by number, that one access comes before and the other behind."""
    if one.block != other.block:
        return []
    mine, its = arrivals(trace, one), arrivals(trace, other)
    return [
        number
        for number, (ours, theirs) in enumerate(zip(mine, its, strict=False))
        if (one.row < ours and theirs < other.row) or (other.row < theirs and ours < one.row)
    ]


def arrivals(trace: Trace, step: Step) -> list[int]:
    """When the thread of a step came to each barrier."""
    steps = trace.steps
    assert steps is not None
    is_barrier = [statement.is_barrier for statement in trace.statements]
    mine = (steps.block == step.block) & (steps.warp == step.warp)
    mine = np.flatnonzero(mine & (steps.mask >> np.uint32(step.lane) & 1 > 0))
    return [int(row) for row in mine if is_barrier[steps.statement[row]]]


def who_may_be_first(trace: Trace, race: Hazard) -> set[str | None]:
    """Which access was executed first; in lockstep a statement is one event for all warps."""
    one, other = named_steps(trace, race)
    at_once = trace.schedule != "warps" and _are_one_event(trace, one, other)
    if at_once or one.row == other.row:
        return {None} if race.access == race.other_access else {"other_thread"}  # reads first
    found: set[str | None] = {"thread" if one.row < other.row else "other_thread"}
    return found


def _are_one_event(trace: Trace, one: Step, other: Step) -> bool:
    """Whether a statement was executed by all warps at once: no warp comes twice."""
    assert trace.steps is not None
    low, high = sorted((one.row, other.row))
    part = slice(low, high + 1)
    statements = set(trace.steps.statement[part].tolist())
    pairs = set(zip(trace.steps.block[part].tolist(), trace.steps.warp[part].tolist(), strict=True))
    return len(statements) == 1 and len(pairs) == high - low + 1


def _does(trace: Trace, race: Hazard, step: Step, line: int | None, kind: str | None) -> bool:
    steps, accesses = trace.steps, trace.accesses
    array = array_row(trace, race.array, race.space)
    assert steps is not None
    assert accesses is not None
    assert array is not None
    element = flat_element(trace.arrays[array].shape, race.index)
    at = (int(steps.block[step.row]), int(steps.warp[step.row]))
    active = bool(int(steps.mask[step.row]) >> step.lane & 1)
    names = [info.part_of or info.name for info in trace.arrays]  # of records: fields are touched
    arrays = [row for row, name in enumerate(names) if name == race.array]
    rows = np.flatnonzero((accesses.step == step.row) & np.isin(accesses.array, arrays))
    sites = [trace.sites[row] for row in accesses.site[rows]]
    touched = accesses.element[rows, step.lane]
    return (at, active) == ((step.block, step.warp), True) and any(
        (site.line, site.kind, int(number)) == (line, kind, element)
        for site, number in zip(sites, touched, strict=True)
    )
