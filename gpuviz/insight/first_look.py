"""Which thread and which step of a launch tell most at first sight: the last one that writes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.hazard_moments import hazard_moment
from gpuviz.insight.order import PlayOrder
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import NO_ELEMENT, Trace

EARLY = 0.25  # of a launch's steps: a picture before that has hardly a result in it


def thread_to_show(trace: Trace, order: PlayOrder | None = None) -> tuple[int, int] | None:
    """The thread of the first hazard, else the last of the followed blocks that wrote global
    memory, as (block, thread).

    Where none wrote, the last one that touched it. Where it calls functions early in the launch,
    each thread computes for a time of its own: then the one that writes last in the order played.
    """
    if trace.hazards:
        first = trace.hazards[0]
        return trace.config.grid.linear(first.block), trace.config.block.linear(first.thread)
    steps, accesses = trace.steps, trace.accesses
    rows = _global_writes(trace)
    if steps is None or accesses is None or not len(rows):
        return _last_active_thread(trace)
    block, warp = steps.block[accesses.step[rows]], steps.warp[accesses.step[rows]]
    last = int(np.lexsort((warp, block))[-1])
    if order is not None:
        begins = int(order.position[accesses.step[rows[last]]])
        if begins < order.accessed[rows[last]] and begins < EARLY * len(order):
            last = int(np.argsort(order.accessed[rows], kind="stable")[-1])
    lane = np.flatnonzero(accesses.element[rows[last]] != NO_ELEMENT)[-1]
    return int(block[last]), int(warp[last]) * WARP_SIZE + int(lane)


def moment_to_show(trace: Trace, order: PlayOrder, block: int, thread: int) -> int | None:
    """The moment right after a thread does what a hazard says, else after its telling access."""
    where = trace.config.grid.index(block), trace.config.block.index(thread)
    for hazard in trace.hazards:
        if (hazard.block, hazard.thread) == where:
            return hazard_moment(trace, order, hazard)
    row = telling_access(trace, block, thread)
    return None if row is None else int(order.accessed[row]) + 1


def telling_access(trace: Trace, block: int, thread: int) -> int | None:
    """The row of the last access with which a thread writes an element of a global array."""
    steps, accesses = trace.steps, trace.accesses
    if steps is None or accesses is None:
        return None
    warp, lane = divmod(thread, WARP_SIZE)
    rows = _global_writes(trace)
    mine = (steps.block[accesses.step[rows]] == block) & (steps.warp[accesses.step[rows]] == warp)
    rows = rows[mine & (accesses.element[rows, lane] != NO_ELEMENT)]
    return int(rows[np.argmax(accesses.step[rows])]) if len(rows) else None


def _last_active_thread(trace: Trace) -> tuple[int, int] | None:
    if trace.thread_active is None:
        return None
    for block in reversed(trace.followed):
        active = np.flatnonzero(trace.thread_active[block])
        if len(active):
            return block, int(active[-1])
    return None


def _global_writes(trace: Trace) -> NDArray[np.intp]:
    """Rows of the accesses that write global memory with at least one lane."""
    if trace.accesses is None:
        return np.zeros(0, np.intp)
    sites = [row for row, s in enumerate(trace.sites) if s.space == "global" and s.kind != "read"]
    rows = np.flatnonzero(np.isin(trace.accesses.site, sites))
    taken: NDArray[np.intp] = rows[(trace.accesses.element[rows] != NO_ELEMENT).any(axis=1)]
    return taken
