"""From which size on the GPU is faster than the CPU: its kernel alone, and with its copies."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from gpuviz.bench.points import SweepPoint
from gpuviz.bench.sweep_table import copies_s, with_copies_s
from gpuviz.engines.request import CpuTimes

Wins = Literal["always", "from", "until", "between", "never", "unknown"]
Size = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Win:
    """At which sizes the GPU is faster than the fastest of the CPU's ways.

    `first` and `last` bound the sizes where it is, as far as the sweep goes beyond them: where GPU
    and CPU would take the same time. Where it is faster in several stretches, this is the last.
    """

    wins: Wins
    first: Size | None = None
    last: Size | None = None


@dataclass(frozen=True, slots=True)
class Crossing:
    """What a sweep over sizes says of GPU and CPU. Sizes are those at which both are known."""

    kernel: Win
    with_copies: Win
    smallest: tuple[int, ...] | None
    largest: tuple[int, ...] | None
    copies_exceed_cpu: bool  # at the largest size, whatever the kernel takes


class Pair(NamedTuple):
    """One size on both."""

    size: tuple[int, ...]
    gpu_s: float
    cpu_s: float


def crossing(points: Sequence[SweepPoint]) -> Crossing:
    """Compares the points of a sweep over sizes; those that lack a figure are left out."""
    kernel = pairs(points, kernel_s)
    copied = pairs(points, lambda point: with_copies_s(point.times))
    copying = pairs(points, lambda point: copies_s(point.times))
    return Crossing(
        win(kernel),
        win(copied),
        kernel[0].size if kernel else None,
        kernel[-1].size if kernel else None,
        copies_exceed_cpu=bool(copying) and copying[-1].gpu_s >= copying[-1].cpu_s,
    )


def kernel_s(point: SweepPoint) -> float | None:
    """Seconds of the kernel alone."""
    return point.times.kernel_s if point.times else None


def fastest_cpu_s(times: CpuTimes | None) -> float | None:
    """Seconds of the fastest of the CPU's ways; None where none is known."""
    if times is None:
        return None
    known = (times.one_thread_s, times.all_threads_s, times.numpy_s)
    return min((seconds for seconds in known if seconds is not None), default=None)


def pairs(
    points: Sequence[SweepPoint], gpu_s: Callable[[SweepPoint], float | None]
) -> tuple[Pair, ...]:
    """GPU and CPU at each size where both are known, the smallest first."""
    found = [
        Pair(point.size, gpu, cpu)
        for point in points
        if (gpu := gpu_s(point)) is not None and (cpu := fastest_cpu_s(point.cpu)) is not None
    ]
    return tuple(sorted(found, key=lambda pair: math.prod(pair.size)))


def win(compared: Sequence[Pair]) -> Win:
    """Where the GPU is faster, of pairs in the order of their sizes."""
    faster = [pair.gpu_s < pair.cpu_s for pair in compared]
    if True not in faster:
        return Win("never" if compared else "unknown")
    end = len(faster) - faster[::-1].index(True)  # of the last stretch
    before = faster[:end]
    begin = end - len(list(itertools.takewhile(bool, before[::-1])))
    first = equal_size(compared[begin - 1], compared[begin]) if begin else None
    last = equal_size(compared[end - 1], compared[end]) if end < len(faster) else None
    return Win(_wins(first, last), first, last)


def equal_size(one: Pair, other: Pair) -> Size:
    """The size between two at which GPU and CPU take the same time.

    Both are taken as powers of the size in between: straight lines in a chart whose axes are both
    logarithmic.
    """
    here, there = math.log(one.gpu_s / one.cpu_s), math.log(other.gpu_s / other.cpu_s)
    share = here / (here - there)
    return tuple(a * (b / a) ** share for a, b in zip(one.size, other.size, strict=True))


def _wins(first: Size | None, last: Size | None) -> Wins:
    if first is None:
        return "always" if last is None else "until"
    return "from" if last is None else "between"
