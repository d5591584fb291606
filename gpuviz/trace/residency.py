"""Places on an SM: blocks that are resident there at the same time, each in a place of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.trace.columns import Placement


def slots(placement: Placement) -> NDArray[np.int32]:
    """[blocks] the place of each block on its SM, from 0: as few as hold all that run at once.

    A block takes the place that has been free longest, or else a new one. Blocks of one place
    never overlap; one may begin at the instant at which the one before it ends. A block that takes
    no time keeps its place for the shortest time that there is.
    """
    end = np.maximum(placement.end_s, np.nextafter(placement.start_s, np.inf))
    by_start = np.lexsort((np.arange(len(end)), placement.start_s, placement.sm))
    by_end = np.lexsort((by_start.argsort(), end, placement.sm))
    places, taken_from = _places(_over_at_start(placement, end, by_start), placement.sm[by_start])
    rank_of_ended = by_start.argsort()[by_end]
    place = _followed(places, np.where(taken_from >= 0, rank_of_ended[taken_from], -1))
    found = np.empty(len(end), np.int32)
    found[by_start] = place
    return found


def _over_at_start(
    placement: Placement, end: NDArray[np.float64], by_start: NDArray[np.intp]
) -> NDArray[np.int64]:
    """[blocks, in the order of `by_start`] how many blocks of its SM are over when each starts."""
    start = placement.start_s
    times = np.concatenate([end, start])
    is_start = np.repeat([False, True], len(end))
    order = np.lexsort((is_start, times, np.tile(placement.sm, 2)))  # an end before a start
    ended: NDArray[np.int64] = np.cumsum(~is_start[order])[is_start[order]]
    return ended - _first_of_sm(placement.sm[by_start])


def _first_of_sm(sm: NDArray[np.int32]) -> NDArray[np.int64]:
    """For each row of a sorted column: how many rows stand before those of its SM."""
    return np.searchsorted(sm, sm, "left").astype(np.int64)


def _places(
    over: NDArray[np.int64], sm: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """In the order in which blocks start, SM after SM: the new place of each, -1 where it takes one
    over, and the row, in the order in which blocks end, of the block it takes it from, else -1.
    """
    first = _first_of_sm(sm)
    rank = np.arange(len(sm)) - first + 1
    most = _running_most(rank - over, first)  # places that there are once each has started
    reused = rank - most
    before = np.where(rank > 1, np.r_[0, most[:-1]], 0)
    is_new = most > before
    return np.where(is_new, most - 1, -1), np.where(is_new, -1, first + reused - 1)


def _running_most(values: NDArray[np.int64], first: NDArray[np.int64]) -> NDArray[np.int64]:
    """The largest value so far, beginning anew where another SM begins."""
    step = int(values.max(initial=0)) + 1
    lift = np.cumsum(np.r_[0, np.diff(first) > 0]) * step
    most: NDArray[np.int64] = np.maximum.accumulate(values + lift) - lift
    return most


def _followed(place: NDArray[np.int64], taken_from: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each block's place, found by going back from block to block to one that got a new place."""
    while (open_ := taken_from >= 0).any():
        back = taken_from[open_]
        place[open_], taken_from[open_] = place[back], taken_from[back]
    return place
