"""Timing one function: warm already, many samples, batches where one call is too short."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

SAMPLES = 21
"""Wanted samples; fewer where the budget ends first."""

SHORTEST_SAMPLE_SECONDS = 1e-3
"""Batches of short calls take about as long: far above the clock's own cost."""

LARGEST_BATCH = 10_000

WARM_UP_SHARE = 0.25
"""Of the budget, at most, for calls until their times no longer change."""

STABLE = 0.1
"""Two samples in a row that differ by at most this share: nothing is left to warm up."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """Seconds of one call: median of `repeats` samples, and their interquartile range."""

    median_s: float
    spread_s: float
    repeats: int


def measure(
    function: Callable[[], object],
    budget_seconds: float,
    before_each: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Measurement:
    """Times `function`, which has run before (compiled, memory touched), once it is warm.

    Takes samples for about `budget_seconds`, at least one, at most SAMPLES; `before_each` runs
    before each and is not timed.
    """

    def sample(batch: int) -> float:
        before_each()
        return _sample(function, batch, clock)

    began = clock()
    warm = _warm(sample, began + WARM_UP_SHARE * budget_seconds, clock)
    batch = _batch(warm)
    samples = [warm] if batch == 1 else []
    while not samples or (len(samples) < SAMPLES and clock() < began + budget_seconds):
        samples.append(sample(batch))
    return summary(samples)


def summary(samples: list[float]) -> Measurement:
    """Median and spread (75th minus 25th percentile) of seconds."""
    quarter, median, three_quarters = np.percentile(samples, (25, 50, 75))
    return Measurement(float(median), float(three_quarters - quarter), len(samples))


def seconds_of(
    function: Callable[[], object], clock: Callable[[], float] = time.perf_counter
) -> float:
    """Wall seconds of one call."""
    return _sample(function, 1, clock)


def _warm(sample: Callable[[int], float], deadline: float, clock: Callable[[], float]) -> float:
    """Seconds of a call when two samples in a row are about the same, or time is up."""
    last = sample(1)
    while clock() < deadline:
        seconds = sample(_batch(last))
        if abs(seconds - last) <= STABLE * last:
            return seconds
        last = seconds
    return last


def _batch(seconds: float) -> int:
    if seconds >= SHORTEST_SAMPLE_SECONDS / 10:
        return 1
    return min(LARGEST_BATCH, math.ceil(SHORTEST_SAMPLE_SECONDS / max(seconds, 1e-9)))


def _sample(function: Callable[[], object], batch: int, clock: Callable[[], float]) -> float:
    began = clock()
    for _ in range(batch):
        function()
    return (clock() - began) / batch
