"""What passes L2: sectors that DRAM has to read or take, from what the blocks share of each array.

Blocks that are on the device at a time are taken to go on side by side, so what they share moves
once. What later blocks share with earlier ones is still in L2 if no more was touched since than L2
holds (least recently used). Where data say where a site goes, a sector is taken to come again after
as many touches as the array has sectors. Where all that the launch touches fits, every sector moves
once.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from gpuviz.launch import Dim3
from gpuviz.model.axes import groups, period
from gpuviz.model.streams import AccessStream


class L2(NamedTuple):
    """What the launch of a grid finds of L2."""

    grid: Dim3
    wave: int  # blocks on the device at a time
    capacity: float  # sectors


def touched(stream: AccessStream, blocks: int, grid: Dim3) -> float:
    """Different sectors that the first so many blocks touch."""
    if stream.axes is None:
        return hit_at_random(stream.fresh * blocks / grid.size, stream.array_sectors)
    return min(stream.fresh * groups(blocks, stream.axes, grid) / grid.size, stream.array_sectors)


def hit_at_random(times: float, sectors: int) -> float:
    """Of so many sectors, those that are hit at least once by so many random touches."""
    return sectors * -math.expm1(-times / sectors) if sectors else 0.0


def footprint(streams: Sequence[AccessStream], blocks: int, grid: Dim3) -> float:
    """Different sectors that the first so many blocks touch, of all arrays."""
    sums: defaultdict[tuple[str, bool], float] = defaultdict(float)
    most: dict[str, float] = {}
    for stream in streams:
        key = stream.array, stream.writes
        sums[key] = min(sums[key] + touched(stream, blocks, grid), stream.array_sectors)
        most[stream.array] = max(most.get(stream.array, 0.0), sums[key])
    return sum(most.values())


def fits(streams: Sequence[AccessStream], l2: L2) -> bool:
    """Whether L2 holds all that the launch touches."""
    return footprint(streams, l2.grid.size, l2.grid) <= l2.capacity


def fetched_once(streams: Sequence[AccessStream], grid: Dim3) -> list[float]:
    """The different sectors of each stream; all of an array's together are no more than it has."""
    alone = [touched(stream, grid.size, grid) for stream in streams]
    sums: defaultdict[tuple[str, bool], float] = defaultdict(float)
    for stream, sectors in zip(streams, alone, strict=True):
        sums[stream.array, stream.writes] += sectors
    return [
        sectors * min(1.0, stream.array_sectors / max(sums[stream.array, stream.writes], 1e-9))
        for stream, sectors in zip(streams, alone, strict=True)
    ]


def passing(streams: Sequence[AccessStream], l2: L2) -> list[float]:
    """Sectors of each stream that pass L2, which holds nothing of the arrays at first.

    A block's own second touches are left out.
    """
    once = fetched_once(streams, l2.grid)
    if fits(streams, l2):
        return once
    pairs = zip(streams, once, strict=True)
    return [_passing(stream, least, streams, l2) for stream, least in pairs]


def _passing(stream: AccessStream, once: float, streams: Sequence[AccessStream], l2: L2) -> float:
    """`once`: the different sectors."""
    if stream.axes is None:
        again = stream.array_sectors / stream.asked * l2.grid.size
        window = min(max(math.ceil(again), l2.wave), l2.grid.size)
        lacking = 1 - l2.capacity / footprint(streams, window, l2.grid)
        return once + (stream.asked - once) * max(lacking, 0.0)
    span = period(stream.axes, l2.grid)
    window = min(max(span, l2.wave), l2.grid.size)
    if span == 0 or footprint(streams, window, l2.grid) <= l2.capacity:
        return once
    waves = l2.grid.size / l2.wave
    return max(once, waves * touched(stream, l2.wave, l2.grid))
