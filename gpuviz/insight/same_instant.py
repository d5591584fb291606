"""The same moment of a launch in another trace of it, which keeps the steps of other blocks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.trace import Trace


def same_instant(
    trace: Trace, order: PlayOrder, instant: Instant, again: Trace, order_again: PlayOrder
) -> Instant:
    """Where `instant` of `trace` lies in `again`: right after the same step if it is kept there
    and was being played, else at the same round.
    """
    if instant.ended:
        return order_again.end
    step = order.playing(instant)
    between_rounds = instant.steps == order.moment_of_round(instant.rounds)
    if step >= 0 and not between_rounds:
        found = _same_step(trace, step, again)
        if found is not None:
            return order_again.at(int(order_again.position[found]) + 1)
    rounds = min(instant.rounds, order_again.rounds)
    return Instant(order_again.moment_of_round(rounds), rounds)


def _same_step(trace: Trace, step: int, again: Trace) -> int | None:
    """The id that a step has in the other trace: as many of its warp come before it there."""
    assert trace.steps is not None
    block, warp = int(trace.steps.block[step]), int(trace.steps.warp[step])
    rank = int(np.searchsorted(_of_warp(trace, block, warp), step))
    there = _of_warp(again, block, warp)
    return int(there[rank]) if rank < len(there) else None


def _of_warp(trace: Trace, block: int, warp: int) -> NDArray[np.intp]:
    """The ids of the steps of one warp, ascending: a warp takes them in this order."""
    if trace.steps is None:
        return np.zeros(0, np.intp)
    return np.flatnonzero((trace.steps.block == block) & (trace.steps.warp == warp))
