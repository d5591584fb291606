"""What events on the GPU measure: copies, and the untouched kernel.

Between two events lies all that the GPU does, also its waiting for Python to queue the next launch.
So the GPU is held by a small kernel until everything of a sample is queued; what is left is the
GPU's own time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import cuda

from gpuviz.engines.cuda_gpu.compiling import clock_rate_kernel, hold_kernel

SAMPLES = 21
KERNEL_BUDGET_SECONDS = 1.0  # after the warm-up; a slower kernel gets fewer samples, but always one
COPY_BUDGET_SECONDS = 0.3
WARM_UP_SECONDS = 0.2  # an idle GPU needs some of it to raise its clock
LONGEST_WARM_UP_SECONDS = 1.5
STEADY = 0.02  # warm is what takes as long as the round before, but for this share
ROUND_SECONDS = 0.05  # of the warm-up
QUEUED = 20  # launches that are queued to see what queueing costs
SHORT_KERNEL_SECONDS = 50e-6  # shorter ones are timed in batches: events tell about 0.5 us
BATCH_SECONDS = 500e-6
LARGEST_BATCH = 200  # the driver queues about a thousand launches
SPARE_SECONDS = 100e-6  # the hold lasts this much longer than queueing took the last time


@dataclass(frozen=True, slots=True)
class Sampled:
    """Median seconds of one copy or launch, and the spread (interquartile range)."""

    median_s: float
    spread_s: float
    samples: int
    batch: int


class GpuStopwatch:
    """Times work on one stream of the current GPU."""

    def __init__(self, stream: Any, clock_hz: float) -> None:
        self._stream = stream
        self._clock_hz = clock_hz
        self._hold = hold_kernel()[1, 1, stream]
        self._clock_rate = clock_rate_kernel()[1, 1, stream]
        self._queueing_seconds = 0.0
        self._hold(np.int64(0))  # compiles

    def kernel(self, launch: Callable[[], None], restore: Callable[[], None]) -> Sampled:
        """Times `launch`, warm; `restore` is queued before each sample and not timed."""
        self._warm_up(launch)
        restore()
        self._sample(launch, 1)  # tells how long queueing takes
        restore()
        batch = _batch(self._sample(launch, 1))

        def sample() -> float:
            restore()
            return self._sample(launch, batch)

        return self._repeat(sample, KERNEL_BUDGET_SECONDS, batch)

    def cold_kernel(
        self, launch: Callable[[], None], restore: Callable[[], None], flush: Callable[[], None]
    ) -> Sampled:
        """Times `launch`, each alone, after `flush` has put other data in the caches."""

        def sample() -> float:
            restore()
            flush()
            return self._sample(launch, 1)

        sample()
        return self._repeat(sample, KERNEL_BUDGET_SECONDS, 1)

    def queueing(self, launch: Callable[[], None]) -> float:
        """Median seconds that the host takes to queue one launch, whatever the GPU does."""
        samples = []
        for _ in range(QUEUED):
            self._stream.synchronize()
            began = time.perf_counter()
            launch()
            samples.append(time.perf_counter() - began)
        self._stream.synchronize()
        return float(np.median(samples))

    def clock_hz(self) -> float:
        """Cycles a second of an SM's clock, just now."""
        readings = cuda.device_array(2, np.int64, stream=self._stream)
        self._clock_rate(readings)
        host = readings.copy_to_host(stream=self._stream)
        self._stream.synchronize()
        cycles, nanoseconds = host
        return float(cycles) / max(float(nanoseconds), 1.0) * 1e9

    def once(self, launch: Callable[[], None]) -> float:
        """Seconds of one launch that was compiled before."""
        return self._sample(launch, 1)

    def copies(self, copy: Callable[[], None]) -> Sampled:
        """Times copies between NumPy arrays and the GPU, which had them before."""
        return self._repeat(lambda: self._between_events(copy), COPY_BUDGET_SECONDS, 1)

    def _warm_up(self, launch: Callable[[], None]) -> None:
        """Launches until a round takes as long as the one before, or for long enough."""
        began = time.perf_counter()
        before = math.inf
        while (seconds := time.perf_counter() - began) < LONGEST_WARM_UP_SECONDS:
            mean = self._round(launch)
            if abs(mean - before) <= STEADY * before and seconds >= WARM_UP_SECONDS:
                return
            before = mean

    def _round(self, launch: Callable[[], None]) -> float:
        """Mean seconds of launches that are waited for one by one."""
        began, count = time.perf_counter(), 0
        while (seconds := time.perf_counter() - began) < ROUND_SECONDS or count == 0:
            launch()
            self._stream.synchronize()
            count += 1
        return seconds / count

    def _repeat(self, sample: Callable[[], float], budget: float, batch: int) -> Sampled:
        deadline = time.perf_counter() + budget
        samples = [sample()]
        while len(samples) < SAMPLES and time.perf_counter() < deadline:
            samples.append(sample())
        quarter, median, three_quarters = np.percentile(samples, (25, 50, 75))
        return Sampled(float(median), float(three_quarters - quarter), len(samples), batch)

    def _sample(self, launch: Callable[[], None], batch: int) -> float:
        """Seconds of one of `batch` launches, queued while the GPU is held."""

        def launches() -> None:
            for _ in range(batch):
                launch()

        hold_seconds = 1.5 * batch * self._queueing_seconds + SPARE_SECONDS
        self._hold(np.int64(hold_seconds * self._clock_hz))
        began = time.perf_counter()
        seconds = self._between_events(launches, lambda: self._note_queueing(began, batch))
        return seconds / batch

    def _note_queueing(self, began: float, batch: int) -> None:
        self._queueing_seconds = (time.perf_counter() - began) / batch

    def _between_events(
        self, work: Callable[[], None], queued: Callable[[], None] = lambda: None
    ) -> float:
        start, end = cuda.event(timing=True), cuda.event(timing=True)
        start.record(self._stream)
        work()
        end.record(self._stream)
        queued()
        end.synchronize()
        return float(cuda.event_elapsed_time(start, end)) / 1e3


def _batch(seconds: float) -> int:
    if seconds >= SHORT_KERNEL_SECONDS:
        return 1
    return min(LARGEST_BATCH, math.ceil(BATCH_SECONDS / max(seconds, 1e-7)))
