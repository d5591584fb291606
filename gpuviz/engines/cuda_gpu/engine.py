"""CudaEngine: a launch on a real GPU, with what the emulator knows of the same launch beside it."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numba.core.errors
from numba import cuda

from gpuviz.device import Device
from gpuviz.engines.compilation import compiled_for
from gpuviz.engines.cuda_gpu.failures import explained
from gpuviz.engines.cuda_gpu.findings import GpuFindings
from gpuviz.engines.cuda_gpu.launching import GpuLaunch, Recorded
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import LoadedOperation, check_python, load_operation
from gpuviz.engines.probe import probe
from gpuviz.engines.request import (
    CONTEXT_LOST,
    GPU_LOST,
    LaunchRequest,
    LaunchResult,
    Progress,
)
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.operation import check_launch, describe, describe_runnable
from gpuviz.operation.inputs import check_inputs

EMULATED_OPERATIONS = 1 << 30  # floating-point operations and threads that are still emulated
EMULATED_THREADS = 1 << 22  # beside a launch on the GPU: some seconds of work

SHARE_MEASURED, SHARE_RECORDED = 0.4, 0.6  # of the progress


@dataclass(frozen=True, slots=True)
class CudaEngine:
    """Runs requests on the GPU of this machine that they name.

    `request.device` is not used: the driver describes the GPU. Launches above `emulated_operations`
    or `emulated_threads` are not emulated beside it: their traces have no steps.
    """

    emulated_operations: int = EMULATED_OPERATIONS
    emulated_threads: int = EMULATED_THREADS

    def run(self, request: LaunchRequest, progress: Progress) -> LaunchResult:
        """Measures times, placement and outputs; steps, counters and hazards are emulated.

        Raises RequestRefused for a pipeline and without a usable GPU, NotSupportedError where Numba
        cannot compile the kernel, and KernelFailed, with the code CONTEXT_LOST, where the kernel
        broke this process's access to the GPU.
        """
        config = request.config
        if config is None:
            info = describe_runnable(request.operation)
            info.check_no_script()
            check_launch(info, request.size, None, request.device)
            raise RequestRefused(_no_pipelines(request.engine))
        check_python(describe(request.operation))
        device = _usable_gpu(request.gpu)
        check_launch(describe(request.operation), request.size, config, device)
        check_inputs(describe(request.operation), request.inputs)
        loaded = load_operation(request.operation).with_inputs(request.inputs)
        on_gpu = dataclasses.replace(request, device=device)
        made = loaded.made(request.size, request.seed)
        arguments = made.arguments
        threads, kernel = config.block.size, loaded.info.kernel
        with explained(kernel, threads), _quiet():
            cuda.select_device(request.gpu)
            with GpuLaunch(loaded, arguments, config, device) as launch:
                measured = launch.measure()
                progress(SHARE_MEASURED)
                recorded = _recorded(launch, kernel, threads)
        progress(SHARE_RECORDED)
        emulated = self._emulated(loaded, on_gpu, config.threads)
        found = GpuFindings(loaded, on_gpu, config, arguments, measured, recorded, emulated)
        result = found.result()
        return dataclasses.replace(result, messages=(*made.notes, *result.messages))

    def _emulated(
        self, loaded: LoadedOperation, request: LaunchRequest, threads: int
    ) -> LaunchResult | Message:
        """The same launch in the emulator, or why there is none."""
        operations = loaded.info.flop_count(request.size) or 0
        if operations > self.emulated_operations or threads > self.emulated_threads:
            return _too_large_to_emulate()
        try:
            return EmulatorEngine(compiled_for).run(
                dataclasses.replace(request, engine="emulator"), lambda _share: None
            )
        except GpuvizError as error:
            template = "The emulator could not follow this launch, so there are no steps: {reason}"
            return Message("cuda.emulator-failed", template, {"reason": error.message.text})


def _usable_gpu(number: int) -> Device:
    found = probe()
    if not found.devices or not found.worth_trying:
        raise RequestRefused(found.message)
    return found.gpu(number)


@contextmanager
def _quiet() -> Iterator[None]:
    """Numba warns of grids below 128 blocks; gpuviz shows occupancy instead."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", numba.core.errors.NumbaPerformanceWarning)
        warnings.filterwarnings("ignore", message="Grid size .* low occupancy")
        yield


def _recorded(launch: GpuLaunch, kernel: str, block_threads: int) -> Recorded | Message:
    """The record, or why there is none; only a lost GPU ends the request."""
    try:
        with explained(f"the recording copy of {kernel}", block_threads):
            return launch.record()
    except GpuvizError as error:
        if error.message.code in (CONTEXT_LOST, GPU_LOST):
            raise
        return error.message


def _no_pipelines(engine: str) -> Message:
    template = (
        "A pipeline runs on the emulator or on Numba's simulator, and not yet on the engine"
        " {engine}: choose one of the two."
    )
    return Message("pipeline.engine", template, {"engine": engine})


def _too_large_to_emulate() -> Message:
    template = (
        "This launch was not emulated beside the GPU, that would take too long: there are times and"
        " placement, but no steps, counters or hazards. Choose a smaller size to see them."
    )
    return Message("cuda.not-emulated", template)
