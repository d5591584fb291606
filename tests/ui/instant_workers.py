"""Workers that answer at once with hand-made traces: the window without processes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from gpuviz.bench.points import SweepPoint
from gpuviz.bench.sweep_plan import launched_point
from gpuviz.engines.compiled_kernel import CompiledLaunch
from gpuviz.engines.pipeline_request import PipelineRequest, PipelineResult
from gpuviz.engines.probe import Probe
from gpuviz.engines.request import (
    CpuTimes,
    CpuTimingRequest,
    LaunchRequest,
    LaunchResult,
    Progress,
)
from gpuviz.messages import GpuvizError, Message
from gpuviz.model.on_device import OnDevice
from gpuviz.trace import Counters, Element, Times, Touches, Trace
from gpuviz.trace.file import load_trace
from gpuviz.worker import jobs
from tests.helpers import traces

T = TypeVar("T")

NO_COMPILER = Message("compiled.no-compiler", "Registers are assumed.")
NO_GPU = Probe(False, None, Message("probe.none", "No GPU here: the emulator is used."))
TIMES = Times("modelled", h2d_s=2e-6, kernel_s=1.6e-6, d2h_s=2e-6, note="a first guess")


@dataclass
class InstantWorkers:
    """Every launch is a vector addition of the asked size and block; `error` makes them fail."""

    launches: list[LaunchRequest] = field(default_factory=list)
    error: GpuvizError | None = None
    probe_answer: Probe = NO_GPU
    followed: list[tuple[int, ...]] = field(default_factory=list)
    swept: list[LaunchRequest] = field(default_factory=list)
    watched: list[Element] = field(default_factory=list)
    compiled: list[LaunchRequest] = field(default_factory=list)
    pipelines: list[PipelineRequest] = field(default_factory=list)
    train: Callable[[PipelineRequest], PipelineResult] | None = None
    compiler: Callable[[LaunchRequest, Trace], CompiledLaunch] | None = None

    def run_launch(self, request: LaunchRequest, on_progress: Progress) -> Future[LaunchResult]:
        """Runs a launch."""
        self.launches.append(request)
        if self.error is not None:
            failed: Future[LaunchResult] = Future()
            failed.set_exception(self.error)
            return failed
        return _done(LaunchResult(request.number, vector_add(request), True, 0.0, 1.5e-3))

    def run_pipeline(
        self, request: PipelineRequest, on_progress: Progress
    ) -> Future[PipelineResult]:
        """Runs a pipeline: `train` answers, or the emulator here and now."""
        self.pipelines.append(request)
        if self.error is not None:
            failed: Future[PipelineResult] = Future()
            failed.set_exception(self.error)
            return failed
        train = self.train
        if train is not None:
            return _done(train(request))
        return _tried(lambda: jobs.run_pipeline(request, on_progress))

    def time_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        """Times the CPU twins."""
        return _done(CpuTimes(request.number, 9e-7, 2.1e-5, 7e-7))

    def sweep_launch(
        self, request: LaunchRequest, index: int, on_progress: Progress
    ) -> Future[SweepPoint]:
        """Runs a launch of a sweep."""
        self.swept.append(request)
        result = LaunchResult(request.number, vector_add(request), True, 0.0, 1.5e-3)
        return _done(launched_point(request, result, index))

    def sweep_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        """Times the CPU twins for a sweep."""
        return self.time_cpu(request)

    def probe(self) -> Future[Probe]:
        """Asks for this machine's GPU."""
        return _done(self.probe_answer)

    def prepare_replays(self) -> Future[None]:
        """Is ready."""
        return _done(None)

    def follow(self, trace: Trace, blocks: tuple[int, ...], on_progress: Progress) -> Future[Trace]:
        """The launch of a trace once more, with every step of some more blocks."""
        self.followed.append(blocks)
        return _tried(lambda: jobs.follow(trace, blocks, on_progress))

    def watch(self, trace: Trace, element: Element, on_progress: Progress) -> Future[Touches]:
        """The launch of a trace once more, for who reads and writes one element."""
        self.watched.append(element)
        return _tried(lambda: jobs.watch(trace, element, on_progress))

    def compile_launch(
        self, request: LaunchRequest, part: Trace, on_progress: Progress
    ) -> Future[CompiledLaunch | Message]:
        """Compiles with `compiler`; without one nothing is compiled."""
        self.compiled.append(request)
        if self.compiler is None:
            return _done(NO_COMPILER)
        return _done(self.compiler(request, part))

    def open_recording(self, path: Path, on_progress: Progress) -> Future[Trace]:
        """Reads a recording."""
        return _tried(lambda: load_trace(path, on_progress))

    def on_devices(
        self, trace: Trace, copied: tuple[float, float], on_progress: Progress
    ) -> Future[tuple[OnDevice, ...]]:
        """The launch of a trace on every device."""
        return _tried(lambda: jobs.on_devices(trace, copied, on_progress))

    def shutdown(self) -> None:
        """Ends nothing."""


@dataclass
class EmulatingWorkers(InstantWorkers):
    """Launches really run on the emulator, here and now; one that `holds` until `answer`."""

    holds: bool = False
    held: list[Future[LaunchResult]] = field(default_factory=list)

    def run_launch(self, request: LaunchRequest, on_progress: Progress) -> Future[LaunchResult]:
        """Runs a launch."""
        self.launches.append(request)
        if self.holds:
            self.held.append(Future())
            return self.held[-1]
        return _tried(lambda: jobs.launch(request, on_progress))

    def answer(self) -> None:
        """Runs the launch that was held last."""
        self.held[-1].set_result(jobs.launch(self.launches[-1], lambda share: None))

    def sweep_launch(
        self, request: LaunchRequest, index: int, on_progress: Progress
    ) -> Future[SweepPoint]:
        """Answers at every size as for a thousand elements: a sweep of lessons goes to millions."""
        self.swept.append(request)
        small = replace(request, size=(1000,))
        result = LaunchResult(request.number, vector_add(small), True, 0.0, 1.5e-3)
        return _done(launched_point(request, result, index))


def vector_add(request: LaunchRequest) -> Trace:
    """The trace of a vector addition with the request's size and block."""
    trace = traces.vector_add(request.size[0], request.config.block.x)
    assert trace.thread_active is not None
    idle = int((~trace.thread_active).sum())
    return replace(
        trace,
        counters=Counters(idle_threads=idle),
        times=TIMES,
        hazard_kinds_checked=("out-of-bounds", "uninitialized"),
    )


def _tried(work: Callable[[], T]) -> Future[T]:
    try:
        return _done(work())
    except GpuvizError as error:
        failed: Future[T] = Future()
        failed.set_exception(error)
        return failed


def _done(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future
