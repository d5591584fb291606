"""Blocks on an SM: how many of a launch it can hold, and the place in which each of them ran."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device, Occupancy, occupancy
from gpuviz.trace.columns import Placement
from gpuviz.trace.trace import Trace

SAME_INSTANT = 1e-12  # of the duration: sums of times that are nearer to each other are one


def occupancy_of(trace: Trace, device: Device) -> Occupancy:
    """What an SM of `device` holds of the launch of `trace`."""
    config = trace.config
    return occupancy(
        device,
        config.block.size,
        trace.registers_per_thread,
        trace.shared_bytes,
        config.dynamic_shared_bytes,
    )


def block_places(placement: Placement) -> NDArray[np.int32]:
    """[blocks] the place of each block on its SM, from 0: as few as hold all that run at once.

    A block takes the place that has been free longest, or else a new one. Blocks of one place
    never overlap (by more than rounding); one may begin at the instant at which the one before it
    ends. A block that takes no time keeps its place for the shortest time that there is.
    """
    rounding = SAME_INSTANT * placement.end_s.max()
    end = np.maximum(placement.end_s - rounding, np.nextafter(placement.start_s, np.inf))
    by_sm = np.argsort(placement.sm, kind="stable")
    found = np.empty(len(end), np.int32)
    for blocks in np.split(by_sm, np.flatnonzero(np.diff(placement.sm[by_sm])) + 1):
        found[blocks] = _places(placement.start_s[blocks], end[blocks])
    return found


def _places(start: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.intp]:
    """The places of the blocks of one SM.

    Those that ended wait in a queue, out of which each new block takes the first; it gets a new
    place where the queue is empty, which is when more run than ever before.
    """
    begun = np.argsort(start, kind="stable")
    ended = begun[np.argsort(end[begun], kind="stable")]
    over = np.searchsorted(end[ended], start[begun], "right")
    number = np.arange(1, len(start) + 1)
    places = np.maximum.accumulate(number - over)  # that there are, once each has begun
    is_new = np.diff(places, prepend=0) > 0
    place, taken_from = np.full((2, len(start)), -1, np.intp)
    place[begun[is_new]] = places[is_new] - 1
    taken_from[begun[~is_new]] = ended[(number - places - 1)[~is_new]]
    return _followed(place, taken_from)


def _followed(place: NDArray[np.intp], taken_from: NDArray[np.intp]) -> NDArray[np.intp]:
    """Every block's place: that of the block it was taken from, of which it was taken, and so on;
    each turn goes back twice as far.
    """
    while len(open_ := np.flatnonzero(place < 0)):
        back = taken_from[open_]
        place[open_], taken_from[open_] = place[back], taken_from[back]
    return place
