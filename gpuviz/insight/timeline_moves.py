"""Ways through a timeline: from block to block, to a block at an instant, and with the playback."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.timeline import Timeline
from gpuviz.trace import Steps

MOST_APART = 0.05  # of the duration: how far blocks of one round may be apart in time


@dataclass(frozen=True, slots=True)
class Now:
    """The instant of a timeline that plays; of one `block` where others are at other instants."""

    seconds: float
    block: int | None = None


def block_at(
    timeline: Timeline, row: int, place: int | None, seconds: float, near_s: float = 0.0
) -> int | None:
    """The block that ran on the SM of a row, in one of its places or in any, at an instant.

    Of those that end or begin up to `near_s` away the nearest; of several the one of the lowest
    place.
    """
    here = timeline.row == row if place is None else _in_place(timeline, row, place)
    blocks = np.flatnonzero(here)
    away = _away(timeline, blocks, seconds)
    blocks, away = blocks[away <= near_s], away[away <= near_s]
    if not len(blocks):
        return None
    return int(blocks[np.lexsort((timeline.place[blocks], away))[0]])


def next_on_sm(timeline: Timeline, block: int, by: int) -> int:
    """The block so many later (or earlier) on the same SM, by when they began."""
    blocks = np.flatnonzero(timeline.row == timeline.row[block])
    ordered = blocks[np.lexsort((timeline.place[blocks], timeline.start_s[blocks]))]
    now = int(np.flatnonzero(ordered == block)[0])
    return int(ordered[min(max(now + by, 0), len(ordered) - 1)])


def next_sm(timeline: Timeline, block: int, by: int) -> int:
    """The block that ran at about the same time on the next SM below (or above) that has one."""
    used = np.unique(timeline.row)
    now = int(np.searchsorted(used, timeline.row[block]))
    row = used[min(max(now + by, 0), len(used) - 1)]
    if row == timeline.row[block]:
        return block
    blocks = np.flatnonzero(timeline.row == row)
    away = _away(timeline, blocks, float(timeline.start_s[block]))
    other_place = np.abs(timeline.place[blocks] - timeline.place[block])
    begun = np.abs(timeline.start_s[blocks] - timeline.start_s[block])
    return int(blocks[np.lexsort((blocks, other_place, begun, away))[0]])


def seconds_of_rounds(timeline: Timeline, order: PlayOrder) -> NDArray[np.float64] | None:
    """[rounds + 1] when so many rounds of the playback are over, as the model has it.

    None where there is no such time: the order that is played was executed, the times were
    measured, or blocks that begin or end in one round do so at different times.
    """
    if order.label != "modelled" or timeline.source != "modelled":
        return None
    rounds = np.concatenate([order.block_start, order.block_end])
    seconds = np.concatenate([timeline.start_s, timeline.end_s])
    count = np.bincount(rounds, minlength=order.rounds + 1)
    mean = np.bincount(rounds, seconds, order.rounds + 1) / np.maximum(count, 1)
    if np.abs(seconds - mean[rounds]).max() > MOST_APART * timeline.duration_s:
        return None
    known = np.flatnonzero(count)
    times = np.interp(np.arange(order.rounds + 1), known, mean[known])
    return np.maximum.accumulate(times)


def now_on_all(times: NDArray[np.float64], instant: Instant) -> Now | None:
    """When the round that is played is over, by seconds_of_rounds; None before the first."""
    if not instant.rounds:
        return None
    return Now(float(times[min(instant.rounds, len(times) - 1)]))


def now_in_block(
    timeline: Timeline, order: PlayOrder, steps: Steps, instant: Instant
) -> Now | None:
    """How far the block that plays has come in its own time, where rounds have no common one; the
    end of all blocks once the launch is over.

    None before the first step, and where orders or times are no model's.
    """
    step = order.playing(instant)
    if step < 0 or order.label != "modelled" or timeline.source != "modelled":
        return None
    if instant.ended:
        return Now(timeline.duration_s)
    block = int(steps.block[step])
    begin, end = int(order.block_start[block]), int(order.block_end[block])
    share = (int(order.round[instant.steps - 1]) + 1 - begin) / max(end - begin, 1)
    length = timeline.end_s[block] - timeline.start_s[block]
    return Now(float(timeline.start_s[block] + share * length), block)


def _in_place(timeline: Timeline, row: int, place: int) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (timeline.row == row) & (timeline.place == place)
    return found


def _away(timeline: Timeline, blocks: NDArray[np.intp], seconds: float) -> NDArray[np.float64]:
    """How far an instant is from the time in which each block ran; 0 inside."""
    before = timeline.start_s[blocks] - seconds
    after = seconds - timeline.end_s[blocks]
    away: NDArray[np.float64] = np.maximum(np.maximum(before, after), 0.0)
    return away
