"""The Gpu of this machine, through numba.cuda."""

from __future__ import annotations

import functools
import os
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import DTypeLike, NDArray

from benchmarks.gpu.gpu import Launch, Timed
from benchmarks.gpu.kernels import WARP, clock_rate, write
from gpuviz.device import Device
from gpuviz.engines.cuda_gpu.clocks import GpuStopwatch
from gpuviz.engines.probe import probe
from gpuviz.messages import RequestRefused

SAMPLES = 9  # of what a kernel times itself, and of copies
QUEUED = 200  # launches between two readings of Python's clock
CLOCK_NANOSECONDS = 300_000
FLUSHED, FLUSH_BLOCK = 3, 1024  # times the bytes of L2; threads
WARM_UP_SECONDS = 0.5  # an idle GPU raises its clock within that time


class RealGpu:
    """See benchmarks.gpu.gpu.Gpu. Raises RequestRefused where no GPU can be used."""

    def __init__(self) -> None:
        found = probe()
        if found.device is None or not found.worth_trying:
            raise RequestRefused(found.message)
        warnings.filterwarnings("ignore", message="Grid size .* low occupancy")
        self.device: Device = found.device
        self._stream = cuda.stream()
        self._stopwatch = GpuStopwatch(self._stream, self.device.clock_hz)
        self._raise_clock()

    def array(self, make: Callable[[], NDArray[Any]]) -> Any:
        return self._waited(cuda.to_device(make(), stream=self._stream))

    def empty(self, count: int, dtype: DTypeLike) -> Any:
        return cuda.device_array(count, dtype)

    def seconds(self, launch: Launch) -> Timed:
        queue = self._queue(launch)
        queue()  # compiles
        sampled = self._stopwatch.kernel(queue, lambda: None)
        return Timed(sampled.median_s, sampled.spread_s, sampled.samples)

    def cold_seconds(self, launch: Launch) -> Timed:
        queue, flush = self._queue(launch), self._queue(self._flushing())
        for each in (queue, flush):
            each()  # compiles
        seconds = []
        for _ in range(SAMPLES):
            flush()
            seconds.append(self._stopwatch.once(queue))
        return _timed(seconds)

    def cycles(self, launch: Launch) -> Timed:
        shape = (max(launch.blocks * launch.threads // WARP, 1), 2)
        found = [self.records(launch, shape) for _ in range(1 + SAMPLES)][1:]
        return _timed([int(clocks[:, 1].max() - clocks[:, 0].min()) for clocks in found])

    def records(self, launch: Launch, shape: tuple[int, int]) -> NDArray[Any]:
        written = cuda.device_array(shape, np.int64)
        self._queue(launch, written)()
        values: NDArray[Any] = self._waited(written.copy_to_host(stream=self._stream))
        return values

    def queueing(self, launch: Launch) -> Timed:
        queue = self._queue(launch)
        queue()
        return _timed([self._queueing(queue) for _ in range(SAMPLES)])

    def copying(self, nbytes: int, to_gpu: bool, pinned: bool) -> Timed:
        host = cuda.pinned_array(nbytes, np.uint8) if pinned else np.empty(nbytes, np.uint8)
        host[:] = 1  # so that its pages are there
        on_gpu = cuda.to_device(host, stream=self._stream)
        direction = on_gpu.copy_to_device if to_gpu else on_gpu.copy_to_host
        sampled = self._stopwatch.copies(lambda: direction(host, stream=self._stream))
        return Timed(sampled.median_s, sampled.spread_s, sampled.samples)

    def copying_on_gpu(self, nbytes: int) -> Timed:
        a, b = (cuda.device_array(nbytes, np.uint8) for _ in range(2))
        sampled = self._stopwatch.kernel(
            lambda: b.copy_to_device(a, stream=self._stream), lambda: None
        )
        return Timed(sampled.median_s, sampled.spread_s, sampled.samples)

    def library_product(self, side: int) -> Timed | None:
        os.environ["CUPY_TF32"] = "0"
        try:
            import cupy
        except ImportError:
            return None
        a, b = (cupy.random.random((side, side), dtype=cupy.float32) for _ in range(2))
        c = cupy.empty_like(a)
        handle = getattr(self._stream.handle, "value", self._stream.handle)
        with cupy.cuda.ExternalStream(int(handle or 0)):
            cupy.matmul(a, b, out=c)
            sampled = self._stopwatch.kernel(lambda: cupy.matmul(a, b, out=c), lambda: None)
        return Timed(sampled.median_s, sampled.spread_s, sampled.samples)

    def blocks_per_sm(self, launch: Launch) -> int:
        library = self._compiled(launch)._codelibrary
        return int(
            cuda.current_context().get_active_blocks_per_multiprocessor(
                library.get_cufunc(), launch.threads, launch.dynamic_shared
            )
        )

    def registers(self, launch: Launch) -> int:
        return int(self._compiled(launch).regs_per_thread)

    def shared_bytes(self, launch: Launch) -> int:
        return int(self._compiled(launch).shared_mem_per_block)

    def clock_mhz(self) -> float:
        launch = Launch("clock", {}, clock_rate, 1, 1, (np.int64(CLOCK_NANOSECONDS),))
        clocks, nanoseconds = self.records(launch, (1, 2))[0]
        return float(clocks / nanoseconds * 1e3)

    @functools.cache  # noqa: B019 (one GPU for each process)
    def _flushing(self) -> Launch:
        """Writes more than L2 can hold."""
        turn = 4 * self.device.sm_count * FLUSH_BLOCK
        count = (FLUSHED * self.device.l2_bytes // 4 // turn + 1) * turn
        arguments = (self.empty(count, np.float32), np.int64(count), np.float32(0))
        return Launch("flush", {}, write, self.device.sm_count, FLUSH_BLOCK, arguments)

    def _queue(self, launch: Launch, *more: Any) -> Callable[[], None]:
        configured = launch.kernel[launch.grid, launch.block, self._stream, launch.dynamic_shared]
        return lambda: configured(*launch.arguments, *more)

    def _queueing(self, queue: Callable[[], None]) -> float:
        began = time.perf_counter()
        for _ in range(QUEUED):
            queue()
        seconds = (time.perf_counter() - began) / QUEUED
        self._stream.synchronize()
        return seconds

    def _compiled(self, launch: Launch) -> Any:
        types = tuple(launch.kernel.typeof_pyval(value) for value in launch.arguments)
        launch.kernel.compile(types)
        return launch.kernel.overloads[types]

    def _raise_clock(self) -> None:
        deadline = time.perf_counter() + WARM_UP_SECONDS
        while time.perf_counter() < deadline:
            self.clock_mhz()

    def _waited(self, value: Any) -> Any:
        self._stream.synchronize()
        return value


def _timed(samples: list[float] | list[int]) -> Timed:
    quarter, median, three_quarters = np.percentile(samples, (25, 50, 75))
    return Timed(float(median), float(three_quarters - quarter), len(samples))
