"""One launch on a GPU: the untouched kernel checked and timed, then its recording wrapper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from gpuviz.engines.cuda_gpu.arrays import DeviceArguments, device_arguments
from gpuviz.engines.cuda_gpu.clocks import GpuStopwatch, Sampled, argument_types, compile_seconds
from gpuviz.engines.cuda_gpu.compiling import recording_wrapper
from gpuviz.engines.host import LoadedOperation
from gpuviz.engines.thread_records import TIMED_FIELDS, ThreadRecords, new_records
from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.trace import Times

LARGEST_THREAD_RECORD = 1 << 20  # threads; above it one record a warp

Outputs = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Measured:
    """What the untouched kernel gave. `registers` and `shared_bytes` as the driver counts them."""

    outputs: Outputs
    times: Times
    kernel: Sampled
    registers: int
    shared_bytes: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the recording wrapper gave, and the seconds of that one launch."""

    outputs: Outputs
    records: ThreadRecords
    seconds: float


class GpuLaunch:
    """One operation with one configuration on the current GPU, all queued on one stream."""

    def __init__(
        self,
        loaded: LoadedOperation,
        arguments: Mapping[str, object],
        config: LaunchConfig,
        clock_hz: float,
    ) -> None:
        self._loaded = loaded
        self._config = config
        self._stream = cuda.stream()
        self._arguments: DeviceArguments = device_arguments(
            arguments, loaded.info.outputs, self._stream
        )
        self._stopwatch = GpuStopwatch(self._stream, clock_hz)

    def measure(self) -> Measured:
        """Compiles, runs and times the kernel as its author wrote it."""
        kernel = self._loaded.kernel
        compile_s = compile_seconds(kernel, self._arguments)
        launch = self._launch_of(kernel)
        launch()
        outputs = self._arguments.fetch()
        with cuda.defer_cleanup():
            h2d = self._stopwatch.copies(self._arguments.copy_in)
            timed = self._stopwatch.kernel(launch, self._arguments.restore)
            d2h = self._stopwatch.copies(self._arguments.copy_out)
        times = Times(
            source="measured",
            h2d_s=h2d.median_s,
            kernel_s=timed.median_s,
            d2h_s=d2h.median_s,
            compile_s=compile_s,
            note=f"median of {timed.samples}",
        )
        compiled = kernel.overloads[argument_types(kernel, self._arguments)]
        return Measured(
            outputs, times, timed, compiled.regs_per_thread, compiled.shared_mem_per_block
        )

    def record(self) -> Recorded:
        """Runs the recording wrapper on fresh inputs."""
        stride = 1 if self._config.threads <= LARGEST_THREAD_RECORD else WARP_SIZE
        empty = new_records(self._config, TIMED_FIELDS, stride)
        on_gpu = cuda.to_device(empty, stream=self._stream)
        launch = self._launch_of(recording_wrapper(self._loaded.kernel, stride), on_gpu)
        launch()  # compiles and loads
        on_gpu.copy_to_device(empty, stream=self._stream)
        self._arguments.reset()
        seconds = self._stopwatch.once(launch)
        outputs = self._arguments.fetch()
        values = on_gpu.copy_to_host(stream=self._stream)
        self._stream.synchronize()
        return Recorded(
            outputs, ThreadRecords(values, tuple(TIMED_FIELDS), self._config, stride), seconds
        )

    def _launch_of(self, kernel: Any, *more: Any) -> Callable[[], None]:
        config = self._config
        values = (*self._arguments.values.values(), *more)
        configured = kernel[
            tuple(config.grid), tuple(config.block), self._stream, config.dynamic_shared_bytes
        ]
        return lambda: configured(*values)


def recording_overhead(recorded: Recorded, measured: Measured) -> float:
    """How many times longer the recorded launch took."""
    plain = measured.kernel.median_s
    return recorded.seconds / plain if plain > 0 else np.inf
