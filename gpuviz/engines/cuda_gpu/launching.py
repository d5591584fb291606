"""One launch on a GPU: the untouched kernel checked and timed, then its recording wrapper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.engines.cuda_gpu.arrays import (
    DeviceArguments,
    device_arguments,
    free_memory,
    l2_flush,
)
from gpuviz.engines.cuda_gpu.clocks import GpuStopwatch, Sampled
from gpuviz.engines.cuda_gpu.compiling import recording_wrapper
from gpuviz.engines.cuda_gpu.disturbances import disturbances
from gpuviz.engines.cuda_gpu.loading import LoadedKernel, compile_seconds, loaded_kernel
from gpuviz.engines.host import LoadedOperation
from gpuviz.engines.thread_records import TIMED_FIELDS, ThreadRecords, new_records
from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.trace import Times

LARGEST_THREAD_RECORD = 1 << 20  # threads; above it one record a warp

Outputs = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Measured:
    """What the untouched kernel gave, and what the driver says of it."""

    outputs: Outputs
    times: Times
    kernel: Sampled
    loaded: LoadedKernel


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the recording wrapper gave, and the seconds of that one launch."""

    outputs: Outputs
    records: ThreadRecords
    seconds: float


class GpuLaunch:
    """One operation with one configuration on the current GPU, all queued on one stream.

    A context manager: at its end the GPU's memory is free again.
    """

    def __init__(
        self,
        loaded: LoadedOperation,
        arguments: Mapping[str, object],
        config: LaunchConfig,
        device: Device,
    ) -> None:
        self._loaded = loaded
        self._config = config
        self._device = device
        self._stream = cuda.stream()
        self._arguments: DeviceArguments | None = device_arguments(
            arguments, loaded.info.outputs, self._stream
        )
        self._stopwatch = GpuStopwatch(self._stream, device.clock_hz)

    def __enter__(self) -> GpuLaunch:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        self._arguments = None
        if error is None:  # an error of the GPU would come again
            free_memory()

    def measure(self) -> Measured:
        """Compiles, runs and times the kernel as its author wrote it."""
        kernel, arguments = self._loaded.kernel, self._placed()
        compile_s = compile_seconds(kernel, arguments)
        launch = self._launch_of(kernel)
        launch()
        outputs = arguments.fetch()
        with cuda.defer_cleanup():
            timed, times = self._times(launch, compile_s)
        loaded = loaded_kernel(kernel, arguments, self._config)
        return Measured(outputs, times, timed, loaded)

    def record(self) -> Recorded:
        """Runs the recording wrapper on fresh inputs."""
        arguments = self._placed()
        stride = 1 if self._config.threads <= LARGEST_THREAD_RECORD else WARP_SIZE
        empty = new_records(self._config, TIMED_FIELDS, stride)
        on_gpu = cuda.to_device(empty, stream=self._stream)
        launch = self._launch_of(recording_wrapper(self._loaded.kernel, stride), on_gpu)
        launch()  # compiles and loads
        on_gpu.copy_to_device(empty, stream=self._stream)
        arguments.reset()
        seconds = self._stopwatch.once(launch)
        outputs = arguments.fetch()
        values = on_gpu.copy_to_host(stream=self._stream)
        self._stream.synchronize()
        return Recorded(
            outputs, ThreadRecords(values, tuple(TIMED_FIELDS), self._config, stride), seconds
        )

    def _placed(self) -> DeviceArguments:
        if self._arguments is None:
            raise ValueError("the launch is over, its arrays are gone")
        return self._arguments

    def _times(self, launch: Callable[[], None], compile_s: float) -> tuple[Sampled, Times]:
        arguments, watch = self._placed(), self._stopwatch
        h2d = watch.copies(arguments.copy_in)
        launch_s = watch.queueing(launch)
        clock_before = watch.clock_hz()
        warm = watch.kernel(launch, arguments.restore)
        clocks = clock_before, watch.clock_hz()
        cold = self._cold(launch)
        d2h = watch.copies(arguments.copy_out)
        h2d_pinned, d2h_pinned = self._pinned_copies()
        return warm, Times(
            source="measured",
            h2d_s=h2d.median_s,
            kernel_s=warm.median_s,
            d2h_s=d2h.median_s,
            compile_s=compile_s,
            launch_s=launch_s,
            kernel_cold_s=cold,
            h2d_pinned_s=h2d_pinned,
            d2h_pinned_s=d2h_pinned,
            kernel_spread_s=warm.spread_s,
            h2d_spread_s=h2d.spread_s,
            d2h_spread_s=d2h.spread_s,
            samples=warm.samples,
            disturbances=tuple(disturbances(warm, clocks, self._device.clock_hz)),
        )

    def _cold(self, launch: Callable[[], None]) -> float | None:
        flush = l2_flush(self._device.l2_bytes, self._stream)
        if flush is None:
            return None
        return self._stopwatch.cold_kernel(launch, self._placed().restore, flush).median_s

    def _pinned_copies(self) -> tuple[float | None, float | None]:
        pinned = self._placed().pinned()
        if pinned is None:
            return None, None
        copies = (self._stopwatch.copies(copy) for copy in (pinned.copy_in, pinned.copy_out))
        h2d, d2h = copies
        return h2d.median_s, d2h.median_s

    def _launch_of(self, kernel: Any, *more: Any) -> Callable[[], None]:
        config = self._config
        values = (*self._placed().values.values(), *more)
        configured = kernel[
            tuple(config.grid), tuple(config.block), self._stream, config.dynamic_shared_bytes
        ]
        return lambda: configured(*values)


def recording_overhead(recorded: Recorded, measured: Measured) -> float:
    """How many times longer the recorded launch took."""
    plain = measured.kernel.median_s
    return recorded.seconds / plain if plain > 0 else np.inf
