"""Which touches of memory a least-recently-used cache keeps, from the order of the touches.

A touch hits where no more lines than the cache holds were touched since the last time. How many
lines a stretch of touches has on average is known from the times between touches of the same line
alone (Xiang, Ding, Luo, Bao: "HOTL: a higher order theory of locality", ASPLOS 2013), so nothing
is simulated touch by touch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.model.sample import NOWHERE, WarpSample

SECTOR_BYTES = 32
LINE_BYTES = 128
SECTORS_PER_LINE = LINE_BYTES // SECTOR_BYTES
BLOCK_SHIFT = 44  # bits of a sector's number; above them stands whose touch it is


class LineTouches(NamedTuple):
    """Sectors in the order in which each of a few blocks touches them, block after block; no two
    blocks share one here.
    """

    site: NDArray[np.int32]  # [n]
    sector: NDArray[np.int64]  # [n] with a number of the block above it
    since: NDArray[np.int64]  # [n] touches since that sector was touched before; 0: never

    def fresh_shares(self) -> dict[int, float]:
        """Of the touches of each site, those of sectors that the block did not touch before."""
        counts = np.bincount(self.site).tolist()
        fresh = np.bincount(self.site, self.first).tolist()
        pairs = enumerate(zip(fresh, counts, strict=True))
        return {site: first / count for site, (first, count) in pairs if count}

    @property
    def first(self) -> NDArray[np.bool_]:
        """Touches of sectors that the block did not touch before."""
        never: NDArray[np.bool_] = self.since == 0
        return never


def touches_of(
    sample: WarpSample, reading: NDArray[np.bool_], writing: NDArray[np.bool_]
) -> tuple[LineTouches, LineTouches]:
    """The distinct sectors of each access at the sites that read, and at those that write.

    Reads of all warps of a block go on side by side. Of writes each warp does all of its own before
    the next one begins, as it may that waits for no result. Both are bool [sites].
    """
    read = np.flatnonzero(reading[sample.site])
    written = np.flatnonzero(writing[sample.site])
    written = written[np.lexsort((sample.warp[written], sample.block[written]))]
    rows = np.concatenate((read, written))
    sectors = sample.ascending[rows] // SECTOR_BYTES  # NOWHERE stays: it is rounded down
    fresh = sectors != NOWHERE
    fresh[:, 1:] &= sectors[:, 1:] != sectors[:, :-1]
    whose = sample.block[rows]
    whose[len(read) :] += len(sample.blocks)  # what is written has not been read by that
    numbered = (sectors + (whose << BLOCK_SHIFT)[:, None])[fresh]
    counts = fresh.sum(axis=1)
    site, since = np.repeat(sample.site[rows], counts), _since(numbered)
    reads = int(counts[: len(read)].sum())
    return (
        LineTouches(site[:reads], numbered[:reads], since[:reads]),
        LineTouches(site[reads:], numbered[reads:], since[reads:]),
    )


def missed(touches: LineTouches, capacity_lines: float) -> NDArray[np.bool_]:
    """Touches that a cache does not answer which holds so many lines for each block, bool [n]."""
    first = touches.first
    if first.all():
        return first
    window = _window(touches.sector // SECTORS_PER_LINE, capacity_lines)
    return first | (touches.since > window)


def _since(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Touches from the last one of the same key to each, 0 where there was none."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    again = np.flatnonzero(ordered[1:] == ordered[:-1])
    since = np.zeros(len(keys), np.int64)
    later = order[again + 1]
    since[later] = later - order[again]
    return since


def _window(lines: NDArray[np.int64], capacity: float) -> float:
    """The longest stretch of touches that on average has no more lines than fit."""
    total, whose = len(lines), lines >> (BLOCK_SHIFT - 2)
    blocks = np.count_nonzero(whose[1:] != whose[:-1]) + 1
    if total <= capacity * blocks:
        return np.inf
    since = _since(lines)
    count = int(np.count_nonzero(since == 0))
    if count <= capacity * blocks:
        return np.inf
    gaps = _gaps(lines, since)
    low, high = 0, total
    while high - low > 1:
        middle = (low + high) // 2
        absent = np.maximum(gaps - middle, 0).sum() / (total - middle + 1)
        low, high = (middle, high) if count - absent <= capacity else (low, middle)
    return low


def _gaps(lines: NDArray[np.int64], since: NDArray[np.int64]) -> NDArray[np.int64]:
    """Times without a line: between two touches, before its first and behind its last."""
    first = np.flatnonzero(since == 0) + 1
    backwards = _since(lines[::-1])
    last = np.flatnonzero(backwards == 0) + 1
    return np.concatenate((since[since > 0], first, last))
