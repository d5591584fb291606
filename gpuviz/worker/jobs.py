"""The functions that run inside a worker process; what they need is imported there, on use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.engines.pipeline_request import PipelineRequest, PipelineResult
from gpuviz.engines.request import (
    CpuTimes,
    CpuTimingRequest,
    Engine,
    EngineName,
    LaunchRequest,
    LaunchResult,
    Progress,
)
from gpuviz.messages import Message, RequestRefused
from gpuviz.operation import check_size, describe
from gpuviz.trace import Element, Touches, Trace

if TYPE_CHECKING:
    from gpuviz.bench.points import SweepPoint
    from gpuviz.engines.compiled_kernel import CompiledLaunch
    from gpuviz.engines.probe import Probe
    from gpuviz.model.on_device import OnDevice

OPENING_BYTES = 1 << 30  # of memory that reading a recording may take

ONLY_EMULATED = (
    "A pipeline runs on the emulator or on Numba's simulator, and not yet on the engine {engine}:"
    " choose one of the two."
)


def launch(request: LaunchRequest, progress: Progress) -> LaunchResult:
    """Runs one launch on the engine it asks for."""
    _check_launch(request)
    return _engine(request.engine).run(request, progress)


def launch_compiled(request: LaunchRequest, progress: Progress) -> LaunchResult:
    """The same; an emulated kernel is first compiled for its device, where that is possible."""
    if request.engine != "emulator":
        return launch(request, progress)
    from gpuviz.engines.compilation import compiled_for
    from gpuviz.engines.emulator import EmulatorEngine

    _check_launch(request)
    return EmulatorEngine(compiled_for).run(request, progress)


def run_pipeline(request: PipelineRequest, progress: Progress) -> PipelineResult:
    """Runs a pipeline on the engine it asks for."""
    info = describe(request.operation)
    info.check_whole()
    check_size(info, request.size)
    if request.engine == "emulator":
        from gpuviz.engines.pipeline_emulator import run_pipeline as emulate

        return emulate(request, progress)
    if request.engine == "numba-simulator":
        from gpuviz.engines.numba_simulator_pipeline import simulate_pipeline

        return simulate_pipeline(request, progress)
    raise RequestRefused(Message("pipeline.engine", ONLY_EMULATED, {"engine": request.engine}))


def compile_launch(request: LaunchRequest, part: Trace) -> CompiledLaunch | Message:
    """Compiles the kernel of a launch for its device and models it anew, or says why not."""
    from gpuviz.engines import compilation

    return compilation.compile_launch(request, part)


def sweep_launch(request: LaunchRequest, index: int, progress: Progress) -> SweepPoint:
    """Runs one launch of a sweep, compiled as a launch is that is alone; its trace stays here."""
    from gpuviz.bench.sweep_plan import launched_point

    return launched_point(request, launch_compiled(request, progress), index)


def time_cpu(request: CpuTimingRequest) -> CpuTimes:
    """Times the CPU twins of an operation."""
    from gpuviz.bench.stopwatch import time_cpu_twins

    return time_cpu_twins(request)


def probe() -> Probe:
    """Says whether this machine's GPU can be used, and why not."""
    from gpuviz.engines import probe as engine_probe

    return engine_probe.probe()


def prepare_replays() -> None:
    """Imports what replays need."""
    import gpuviz.simt.replay  # noqa: F401 - the import is the work


def follow(trace: Trace, blocks: tuple[int, ...], progress: Progress) -> Trace:
    """The launch of a trace once more, with every step of some more blocks."""
    from gpuviz.simt import replay

    return replay.follow(trace, blocks, progress)


def watch(trace: Trace, element: Element, progress: Progress) -> Touches:
    """Who reads and writes one element in the launch of a trace; sites are those of that trace."""
    from gpuviz.simt import replay

    return replay.watch(trace, element, progress)


def open_recording(path: Path, progress: Progress) -> Trace:
    """Reads and checks a recording; what it asks for harms nobody but this process."""
    from gpuviz.trace.file import load_trace
    from gpuviz.worker.memory import limit_memory

    limit_memory(OPENING_BYTES)
    return load_trace(path, progress)


def on_devices(
    trace: Trace, copied: tuple[float, float], progress: Progress
) -> tuple[OnDevice, ...]:
    """The launch of a trace as the model sees it on every device of the table."""
    from gpuviz.device import load_devices
    from gpuviz.model import everywhere

    devices = load_devices().values()
    rows = []
    for number, device in enumerate(devices, 1):
        rows.append(everywhere.on_device(trace, device, copied))
        progress(number / len(devices))
    return tuple(rows)


def _check_launch(request: LaunchRequest) -> None:
    """Raises RequestRefused for a pipeline, and for a size that this machine cannot run."""
    info = describe(request.operation)
    info.check_one_launch()
    check_size(info, request.size)


def _engine(name: EngineName) -> Engine:
    if name == "emulator":
        from gpuviz.engines.emulator import EmulatorEngine

        return EmulatorEngine()
    if name == "numba-simulator":
        from gpuviz.engines.numba_simulator import NumbaSimulatorEngine

        return NumbaSimulatorEngine()
    from gpuviz.engines.cuda_gpu import CudaEngine

    return CudaEngine()
