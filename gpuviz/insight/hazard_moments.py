"""Who takes part in a hazard, what each does, and when: the moments at which it can be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import PlayOrder, barrier_phases
from gpuviz.insight.touch_moments import Touching, array_row, flat_element, touch_moments
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import NO_ELEMENT, Hazard, Trace
from gpuviz.trace.source import AccessKind

Role = Literal["read", "write", "atomic", "waits", "misses"]


@dataclass(frozen=True, slots=True)
class HazardThread:
    """A thread of a hazard: linear block, thread in it; `line` None: it never comes there."""

    role: Role
    block: int
    thread: int
    line: int | None
    file: str | None = None  # of the line; None in older recordings


class NamedThread(NamedTuple):
    """A thread that a hazard names: linear block, thread in it, moment from which it shows."""

    block: int
    thread: int
    since: int
    hazard: Hazard


def hazard_parties(trace: Trace, hazard: Hazard) -> tuple[HazardThread, ...]:
    """The one or two threads of a hazard, the one that it names first in front."""
    grid, block = trace.config.grid, trace.config.block
    first = grid.linear(hazard.block), block.linear(hazard.thread)
    barrier = hazard.kind == "barrier-divergence"
    own: Role = "waits" if barrier else hazard.access or ("write" if _races(hazard) else "read")
    parties = [HazardThread(own, *first, hazard.line, hazard.file)]
    its_block, its_thread = hazard.other_block, hazard.other_thread
    if its_block is not None and its_thread is not None and hazard.other_launch is None:
        other = grid.linear(its_block), block.linear(its_thread)
        its: Role = "misses" if barrier else hazard.other_access or "read"
        line = None if barrier else hazard.other_line or hazard.line
        parties.append(HazardThread(its, *other, line, hazard.other_file or hazard.file))
    return tuple(parties)


def hazard_element(trace: Trace, hazard: Hazard) -> tuple[int, int] | None:
    """(row in Trace.arrays, flat element) that a hazard is about; None: none, or outside."""
    row = array_row(trace, hazard.array, hazard.space)
    if row is None:
        return None
    flat = flat_element(trace.arrays[row].shape, hazard.index)
    outside = hazard.kind == "out-of-bounds"
    return None if flat is None or outside else (row, flat)


def hazard_moments(trace: Trace, order: PlayOrder, hazard: Hazard) -> tuple[int | None, ...]:
    """For each party the moment right after what it does; None where that was not kept.

    Of a race they are the two accesses that nothing orders. Where the trace does not say which, as
    in older recordings, they are the two that lie closest together with no barrier between them.
    """
    parties = hazard_parties(trace, hazard)
    if hazard.step is not None and hazard.other_step is not None:
        steps = hazard.step, hazard.other_step
        return tuple(
            _moment_in(trace, order, hazard, party, step)
            for party, step in zip(parties, steps, strict=False)
        )
    found = [_party_moments(trace, order, hazard, party) for party in parties]
    if len(found) == 2 and len(found[0]) and len(found[1]):
        return _unordered(trace, order, hazard, *found)
    return tuple(int(moments[0]) if len(moments) else None for moments in found)


def hazard_moment(trace: Trace, order: PlayOrder, hazard: Hazard) -> int | None:
    """The moment right after what the first thread of a hazard did; None: that was not kept."""
    return hazard_moments(trace, order, hazard)[0]


def hazards_by_thread(trace: Trace, order: PlayOrder) -> tuple[NamedThread, ...]:
    """The threads that hazards name; those whose steps were not kept show it at the end."""
    found = []
    for hazard in trace.hazards:
        moments = hazard_moments(trace, order, hazard)
        for party, moment in zip(hazard_parties(trace, hazard), moments, strict=True):
            since = len(order) if moment is None else moment
            found.append(NamedThread(party.block, party.thread, since, hazard))
    return tuple(found)


def _races(hazard: Hazard) -> bool:
    return hazard.kind == "race"


def _moment_in(
    trace: Trace, order: PlayOrder, hazard: Hazard, party: HazardThread, step: int
) -> int:
    """The moment right after what a thread does in a step: where this calls functions perhaps only
    after them.
    """
    table, begins = trace.accesses, int(order.position[step])
    if table is None or (order.accessed[table.step == step] == begins).all():
        return begins + 1
    moments = _party_moments(trace, order, hazard, party)
    return (
        int(moments[np.searchsorted(moments, begins + 1)])
        if len(moments) and moments[-1] > begins
        else begins + 1
    )


def _party_moments(
    trace: Trace, order: PlayOrder, hazard: Hazard, party: HazardThread
) -> NDArray[np.int64]:
    """When a thread accessed the element; where no access tells, when it executed the line."""
    kinds: dict[Role, AccessKind] = {"read": "read", "write": "write", "atomic": "atomic"}
    row = array_row(trace, hazard.array, hazard.space)
    if row is not None and party.role in kinds:
        known = hazard_element(trace, hazard)
        element = NO_ELEMENT if known is None else known[1]
        told = kinds[party.role] if hazard.access else None
        wanted = Touching(party.block, party.thread, row, element, party.line, told, party.file)
        touched = touch_moments(trace, order, wanted)
        if len(touched):
            return touched
    return _line_moments(trace, order, party)


def _line_moments(trace: Trace, order: PlayOrder, party: HazardThread) -> NDArray[np.int64]:
    """When a thread executed a line; of one that never came there its last step."""
    steps = trace.steps
    if steps is None:
        return np.zeros(0, np.int64)
    warp, lane = divmod(party.thread, WARP_SIZE)
    mine = (steps.block == party.block) & (steps.warp == warp)
    mine &= steps.mask >> np.uint32(lane) & 1 > 0
    if party.line is None:
        return np.sort(order.position[mine])[-1:] + 1
    there = [
        one.line == party.line and party.file in (None, trace.functions[one.function].file)
        for one in trace.statements
    ]
    return np.sort(order.position[mine & np.array(there, np.bool_)[steps.statement]]) + 1


def _unordered(
    trace: Trace,
    order: PlayOrder,
    hazard: Hazard,
    one: NDArray[np.int64],
    other: NDArray[np.int64],
) -> tuple[int, int]:
    """The closest pair behind the same barrier, of two threads of a block; else the closest."""
    if hazard.kind == "race" and hazard.block == hazard.other_block and trace.steps is not None:
        passed, _ = barrier_phases(trace, trace.steps)
        phase, its = (passed[order.step[moments - 1]] for moments in (one, other))
        apart = 2 * len(order) + 2  # further than any two moments behind one barrier
        first, second = _closest(one + phase * apart, other + its * apart)
        if abs(first - second) < len(order):
            return first % apart, second % apart
    return _closest(one, other)


def _closest(one: NDArray[np.int64], other: NDArray[np.int64]) -> tuple[int, int]:
    """The pair of two ascending rows of moments that lie closest together, the earliest of such."""
    after = np.searchsorted(other, one).clip(max=len(other) - 1)
    before = (after - 1).clip(min=0)
    nearest = np.where(np.abs(other[after] - one) < np.abs(other[before] - one), after, before)
    best = int(np.argmin(np.abs(other[nearest] - one)))
    return int(one[best]), int(other[nearest[best]])
