"""Where warps diverge: headers at which the active lanes of a warp went both ways.

The step that follows a header of `if`, `while` or `for` lies inside of it and has some of its lanes
only. A conditional expression is found where one of its sides touches memory.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.expressions import parted_steps
from gpuviz.trace import Statement, Steps, Trace

HEADERS = ("If", "While", "For")
LOOPS = ("While", "For")


@dataclass(frozen=True, slots=True)
class Divergences:
    """Every time a followed warp diverged.

    `header` evaluated the condition with all lanes, `side` is the first step with some of them; of
    a conditional expression both are the step in which it stands.
    """

    header: NDArray[np.int64]  # [n] step ids
    side: NDArray[np.int64]  # [n] step ids

    def __len__(self) -> int:
        return len(self.header)


def divergences(trace: Trace) -> Divergences:
    """Those of all followed blocks; none where no steps were kept."""
    if trace.steps is None or len(trace.steps) == 0:
        return Divergences(np.zeros(0, np.int64), np.zeros(0, np.int64))
    header, side = _at_headers(trace, trace.steps)
    within = parted_steps(trace)
    return Divergences(np.r_[header, within], np.r_[side, within])


def _at_headers(trace: Trace, steps: Steps) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The headers at which warps diverged, and the first steps of a side."""
    by_warp = np.lexsort((steps.warp, steps.block))
    statement = steps.statement[by_warp]
    is_header = np.array([one.kind in HEADERS for one in trace.statements], bool)
    header = np.flatnonzero(is_header[statement])
    after = _next_in_function(trace, steps, by_warp)[header]
    header, after = header[after < len(by_warp)], after[after < len(by_warp)]
    inside = insides(trace.statements)[statement[header], statement[after]]
    inside |= _loops_without_steps(trace, statement, header, after)
    before, now = steps.mask[by_warp[header]], steps.mask[by_warp[after]]
    parted = inside & (now & ~before == 0) & (now != before)
    return by_warp[header[parted]], by_warp[after[parted]]


def insides(statements: tuple[Statement, ...]) -> NDArray[np.bool_]:
    """[s, t] whether statement t lies inside of statement s, in its body or its `else`."""
    function = np.array([one.function for one in statements])
    begin = np.array([one.line * 10_000 + one.column for one in statements])
    line = np.array([one.line for one in statements])
    end = np.array([one.end_line for one in statements])
    is_header = np.array([one.kind in HEADERS for one in statements], bool)
    inside: NDArray[np.bool_] = function[:, None] == function[None, :]
    inside &= (begin[:, None] < begin[None, :]) & (end[:, None] >= line[None, :])
    inside &= is_header[:, None]
    return inside


def _loops_without_steps(
    trace: Trace,
    statement: NDArray[np.int32],
    header: NDArray[np.intp],
    after: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """Which headers are evaluated again at once: those of loops whose body is `pass`."""
    is_loop = np.array([one.kind in LOOPS for one in trace.statements], bool)
    same = statement[header] == statement[after]
    again: NDArray[np.bool_] = is_loop[statement[header]] & same & (after == header + 1)
    return again


def _next_in_function(trace: Trace, steps: Steps, by_warp: NDArray[np.intp]) -> NDArray[np.int64]:
    """[n] by place in `by_warp`: the place of the warp's next step in the same function.

    Steps of device functions that the statement calls are passed over; n where there is none.
    """
    count = len(by_warp)
    function = np.array([one.function for one in trace.statements])[steps.statement[by_warp]]
    block, warp = steps.block[by_warp], steps.warp[by_warp]
    found = np.full(count, count, np.int64)
    for one in np.unique(function):
        places = np.flatnonzero(function == one)
        found[places[:-1]] = places[1:]
    there = np.minimum(found, count - 1)
    same_warp = (block[there] == block) & (warp[there] == warp) & (found < count)
    found[~same_warp] = count
    return found
