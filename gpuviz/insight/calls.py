"""When a statement that calls device functions accesses memory and sets variables: some of it
before the steps of these functions, some of it after them.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from gpuviz.trace import Steps, Trace

NOTHING = np.zeros(0, np.int64)


def access_steps(trace: Trace) -> NDArray[np.int64]:
    """[accesses] row in Steps: the step with which each access happens.

    It is the one that the warp took last before. Older recordings do not tell it: there a statement
    reads before it calls, and writes after the last step of what it called.
    """
    table, steps = trace.accesses, trace.steps
    if table is None or steps is None:
        return NOTHING
    if table.after is not None:
        return table.after
    reads = np.array([site.kind == "read" for site in trace.sites], bool)[table.site]
    return np.where(reads, table.step, _last_steps(trace, steps)[table.step])


def assignment_steps(trace: Trace) -> NDArray[np.int64]:
    """[values] row in Steps: the step with which each assignment happens (see access_steps)."""
    table, steps = trace.values, trace.steps
    if table is None or steps is None:
        return NOTHING
    return _last_steps(trace, steps)[table.step] if table.after is None else table.after


def _last_steps(trace: Trace, steps: Steps) -> NDArray[np.int64]:
    """[n] by step id: the last step of the device functions that its statement called.

    The step itself where it called none. The end of a function that calls others by itself cannot
    be told from a second call by the same statement of its caller.
    """
    last = np.arange(len(steps))
    called = {row: _reached(trace, row) for row in range(len(trace.functions))}
    if not any(called.values()):
        return last
    by_warp = np.lexsort((steps.warp, steps.block))
    function = np.array([one.function for one in trace.statements])[steps.statement[by_warp]]
    begins = np.diff(steps.block[by_warp], prepend=-1) != 0
    begins |= np.diff(steps.warp[by_warp], prepend=-1) != 0
    for row, inner in called.items():
        if inner:
            ends = _ends(begins, np.isin(function, list(inner)))
            mine = np.flatnonzero(function == row)
            last[by_warp[mine]] = by_warp[ends[mine]]
    return last


def _ends(begins: NDArray[np.bool_], is_inner: NDArray[np.bool_]) -> NDArray[np.int64]:
    """[n] by place: the last of the inner steps that follow it without a gap; itself if none do."""
    count = len(begins)
    stops = np.where(begins | ~is_inner, np.arange(count), count)
    following = np.append(stops[1:], count)
    next_stop: NDArray[np.int64] = np.minimum.accumulate(following[::-1])[::-1] - 1
    return next_stop


def _reached(trace: Trace, function: int) -> Collection[int]:
    """The rows of the device functions that a function calls, and those that they call."""
    found: set[int] = set()
    fresh = {function}
    while fresh:
        fresh = {row for one in fresh for row in _callees(trace, one)} - found
        found |= fresh
    return found - {function}


def _callees(trace: Trace, function: int) -> set[int]:
    captured = trace.functions[function].captured.values()
    rows = (one.value for one in captured if one.kind == "function")
    return {row for row in rows if isinstance(row, int)}
