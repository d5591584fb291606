"""What each line of the source costs: steps, the lanes that took part, operations by unit."""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np

from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Operations, Trace


@dataclass(frozen=True, slots=True)
class LineWork:
    """All executions of the statements that begin in one line."""

    function: int  # row in Trace.functions
    line: int
    warp_steps: int
    lane_steps: int
    operations: Operations  # of warps: of one lane, times the steps

    @property
    def lane_share(self) -> float:
        """Active lanes of those that the warps have: below 1 where they diverge or are not full."""
        return self.lane_steps / (WARP_SIZE * self.warp_steps)


def line_work(trace: Trace) -> tuple[LineWork, ...]:
    """The lines that were executed, by function and line; none where warps were not counted."""
    if trace.warp_counters is None:
        return ()
    steps = trace.warp_counters.steps.sum(axis=1, dtype=np.int64).tolist()
    lanes = trace.warp_counters.lanes.sum(axis=1, dtype=np.int64).tolist()
    found: dict[tuple[int, int], LineWork] = {}
    for statement, warp_steps, lane_steps in zip(trace.statements, steps, lanes, strict=True):
        at = statement.function, statement.line
        before = found.get(at, LineWork(*at, 0, 0, Operations()))
        if warp_steps:
            found[at] = LineWork(
                *at,
                before.warp_steps + warp_steps,
                before.lane_steps + lane_steps,
                _sum(before.operations, statement.operations, warp_steps),
            )
    return tuple(found[at] for at in sorted(found))


def _sum(one: Operations, other: Operations, times: int) -> Operations:
    pairs = zip(astuple(one), astuple(other), strict=True)
    return Operations(*(mine + theirs * times for mine, theirs in pairs))
