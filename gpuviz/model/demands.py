"""How long each resource would be busy with a launch, and which one limits it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gpuviz.model.limits import BlockCosts
from gpuviz.model.timeline import BlockTimes
from gpuviz.trace.prediction import Demand, Resource

ONE_PIPE: tuple[Resource, Resource] = ("l1", "shared")
"""The two go through one pipe of an SM: they limit together."""


def demands(
    costs: BlockCosts,
    timeline: BlockTimes,
    shape: tuple[int, int],
    clock_hz: float,
    launch_seconds: float,
) -> tuple[Demand, ...]:
    """What each resource needs at least, the largest first; what needs nothing is left out.

    Of an SM's resources that of the busiest SM counts; `shape`: SMs, and places on each. Launching
    is the kernel's start, which takes `launch_seconds`, and that of all its blocks.
    """
    cycles = dict(_cycles(costs, timeline, shape))
    seconds: dict[Resource, float] = {name: n / clock_hz for name, n in cycles.items()}
    seconds["launch"] = launch_seconds + float(costs.start.sum()) / clock_hz
    needed = (Demand(name, time) for name, time in seconds.items() if time > 0)
    return tuple(sorted(needed, key=lambda demand: -demand.seconds))


def limiter(found: Sequence[Demand]) -> Resource:
    """The resource that needs the longest time, L1 and shared memory being one together."""
    pipe = [demand for demand in found if demand.resource in ONE_PIPE]
    others = [demand for demand in found if demand.resource not in ONE_PIPE]
    together = sum(demand.seconds for demand in pipe)
    first = others if not pipe or (others and others[0].seconds >= together) else pipe
    return first[0].resource


def _cycles(
    costs: BlockCosts, timeline: BlockTimes, shape: tuple[int, int]
) -> Iterator[tuple[Resource, float]]:
    def busiest(cycles: NDArray[np.float64]) -> float:
        return float(np.bincount(timeline.sm, cycles).max())

    yield "latency", _latency(costs, timeline, shape)
    yield "issue", busiest(costs.issue)
    yield "int32", busiest(costs.int32)
    yield "fp32", busiest(costs.fp32)
    yield "fp64", busiest(costs.fp64)
    yield "sfu", busiest(costs.sfu)
    yield "l1", busiest(costs.l1)
    yield "shared", busiest(costs.shared)
    yield "l2", busiest(costs.l2)
    yield "dram", float(costs.dram.sum())
    yield "atomics", max(busiest(costs.atomics), float(costs.queue.sum()))


def _latency(costs: BlockCosts, timeline: BlockTimes, shape: tuple[int, int]) -> float:
    """The longest block, or the blocks of an SM one after the other in each of its places."""
    sm_count, places = shape
    in_turn = np.bincount(timeline.sm, costs.latency, sm_count).max() / places
    return max(float(in_turn), float(costs.latency.max()))
