"""What each line of the source costs: steps, operations, memory, lanes idle, warps that diverge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, replace

import numpy as np

from gpuviz.insight.branches import Divergences, insides
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Operations, Site, Trace, WarpCounters


@dataclass(frozen=True, slots=True)
class Split:
    """What it costs that warps diverge at a header; a lane slot is one lane of a warp for a step.

    `warps` and `of_warps` count followed warps only, slots those of all warps in the lines inside.
    """

    warps: int  # that diverged there at least once
    of_warps: int  # that evaluated the header
    times: int
    slots: int
    idle_slots: int
    all_followed: bool


@dataclass(frozen=True, slots=True)
class LineCost:
    """All executions of the statements that begin in one line."""

    warp_steps: int = 0
    lane_steps: int = 0
    operations: Operations = field(default_factory=Operations)  # of warps: of a lane, times steps
    sectors: int = 0  # of global memory, 32 bytes each
    wavefronts: int = 0  # of shared memory
    atomics: int = 0  # threads that took part in an atomic operation on global memory
    shared_atomics: int = 0  # the same on shared memory
    split: Split | None = None

    @property
    def slots(self) -> int:
        """Lanes that the warps have, over all steps."""
        return WARP_SIZE * self.warp_steps

    @property
    def idle_slots(self) -> int:
        """Those of the lanes that took no part: masked off, returned or never there."""
        return self.slots - self.lane_steps

    @property
    def moved(self) -> int:
        """Sectors that global memory moves; an atomic operation is one of its own in L2."""
        return self.sectors + self.atomics

    @property
    def shared_turns(self) -> int:
        """Turns of shared memory: wavefronts, and atomic operations one by one."""
        return self.wavefronts + self.shared_atomics


def line_costs(trace: Trace, splits: Divergences) -> Mapping[int, LineCost]:
    """By line, for every line that was executed; none where warps were not counted."""
    counters = trace.warp_counters
    if counters is None:
        return {}
    costs: dict[int, LineCost] = {}
    for row, statement in enumerate(trace.statements):
        before = costs.get(statement.line, LineCost())
        warp_steps = int(counters.steps[row].sum(dtype=np.int64))
        costs[statement.line] = replace(
            before,
            warp_steps=before.warp_steps + warp_steps,
            lane_steps=before.lane_steps + int(counters.lanes[row].sum(dtype=np.int64)),
            operations=_sum(before.operations, statement.operations, warp_steps),
        )
    for row, site in enumerate(trace.sites):
        units = int(counters.units[row].sum(dtype=np.int64))
        line = trace.statements[site.statement].line
        costs[line] = _with_memory(costs[line], site, units)
    for line, split in _splits(trace, counters, splits).items():
        costs[line] = replace(costs[line], split=split)
    return {line: cost for line, cost in costs.items() if cost.warp_steps}


def _sum(one: Operations, other: Operations, times: int) -> Operations:
    pairs = zip(astuple(one), astuple(other), strict=True)
    return Operations(*(mine + theirs * times for mine, theirs in pairs))


def _with_memory(cost: LineCost, site: Site, units: int) -> LineCost:
    if site.kind == "atomic" and site.space == "shared":
        return replace(cost, shared_atomics=cost.shared_atomics + units)
    if site.kind == "atomic":
        return replace(cost, atomics=cost.atomics + units)
    if site.space == "shared":
        return replace(cost, wavefronts=cost.wavefronts + units)
    if site.space == "global":
        return replace(cost, sectors=cost.sectors + units)
    return cost


def _splits(trace: Trace, counters: WarpCounters, found: Divergences) -> Mapping[int, Split]:
    """By line: what each header costs at which a followed warp diverged."""
    if trace.steps is None or len(found) == 0:
        return {}
    steps = trace.steps
    warp = steps.block * trace.config.warps_per_block + steps.warp
    header = steps.statement[found.header]
    splits = {}
    for row in np.unique(header).tolist():
        diverged = found.header[header == row]
        slots, idle = _slots_inside(trace, counters, row)
        splits[trace.statements[row].line] = Split(
            warps=len(np.unique(warp[diverged])),
            of_warps=len(np.unique(warp[steps.statement == row])),
            times=len(diverged),
            slots=slots,
            idle_slots=idle,
            all_followed=trace.all_followed,
        )
    return splits


def _slots_inside(trace: Trace, counters: WarpCounters, row: int) -> tuple[int, int]:
    """(lane slots, idle ones) of the statements in the body and the `else` of a header."""
    chosen = np.flatnonzero(insides(trace.statements)[row])
    slots = WARP_SIZE * int(counters.steps[chosen].sum(dtype=np.int64))
    return slots, slots - int(counters.lanes[chosen].sum(dtype=np.int64))
