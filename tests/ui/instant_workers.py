"""Workers that answer at once with hand-made traces: the window without processes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from gpuviz.bench.points import SweepPoint
from gpuviz.bench.sweep_plan import launched_point
from gpuviz.engines.compiled_kernel import CompiledLaunch
from gpuviz.engines.probe import Probe
from gpuviz.engines.request import CpuTimes, LaunchRequest, LaunchResult, Progress
from gpuviz.engines.source_levels import CompiledLevels, no_compiler
from gpuviz.messages import GpuvizError, Message
from gpuviz.places import resource_dir
from gpuviz.trace import Counters, Element, Times, Trace
from gpuviz.trace.file import load_trace
from gpuviz.worker.jobs import (
    CompileLaunch,
    FollowBlocks,
    Job,
    OpenRecording,
    ProbeGpu,
    ReadCompiledLevels,
    RunOperation,
    SweepLaunch,
    TimeCpu,
    WatchElement,
    run_job,
    unheard,
)
from tests.helpers import traces

T = TypeVar("T")

GALLERY = resource_dir("kernels")
NO_COMPILER = Message("compiled.no-compiler", "Registers are assumed.")
NO_GPU = Probe(False, None, Message("probe.none", "No GPU here: the emulator is used."))
TIMES = Times("modelled", h2d_s=2e-6, kernel_s=1.6e-6, d2h_s=2e-6, note="a first guess")


@dataclass
class InstantWorkers:
    """Every launch is a vector addition of the asked size and block; `error` makes them fail.

    A job that a test holds back is one for which `held_back` gives a future of its own.
    """

    launches: list[LaunchRequest] = field(default_factory=list)
    error: GpuvizError | None = None
    probe_answer: Probe = NO_GPU
    followed: list[tuple[int, ...]] = field(default_factory=list)
    swept: list[LaunchRequest] = field(default_factory=list)
    watched: list[Element] = field(default_factory=list)
    compiled: list[LaunchRequest] = field(default_factory=list)
    pipelines: list[LaunchRequest] = field(default_factory=list)
    train: Callable[[LaunchRequest], LaunchResult] | None = None
    compiler: Callable[[LaunchRequest, Trace], CompiledLaunch] | None = None
    levels: Callable[[ReadCompiledLevels], CompiledLevels | Message] | None = None
    read_levels: list[ReadCompiledLevels] = field(default_factory=list)

    def submit(self, job: Job[T], on_progress: Progress = unheard) -> Future[T]:
        """Does a job here and now, unless it is held back."""
        held = self.held_back(job)
        if held is not None:
            return held
        future: Future[T] = Future()
        try:
            future.set_result(self._answer(job, on_progress))
        except GpuvizError as error:
            future.set_exception(error)
        return future

    def held_back(self, job: Job[Any]) -> Future[Any] | None:
        """A future that the test settles, or leaves as it is."""
        return None

    def launch(self, request: LaunchRequest, on_progress: Progress) -> LaunchResult:
        """Runs a launch."""
        return LaunchResult(request.number, (vector_add(request),), True, 0.0, 1.5e-3)

    def run_pipeline(self, request: LaunchRequest, on_progress: Progress) -> LaunchResult:
        """Runs a pipeline."""
        if self.train is not None:
            return self.train(request)
        return run_job(RunOperation(request), on_progress)

    def sweep(self, request: LaunchRequest, index: int) -> SweepPoint:
        """Runs a launch of a sweep."""
        result = LaunchResult(request.number, (vector_add(request),), True, 0.0, 1.5e-3)
        return launched_point(request, result, index)

    def follow(self, job: FollowBlocks, on_progress: Progress) -> Trace:
        """Runs the launch of a trace once more."""
        return run_job(job, on_progress)

    def shutdown(self) -> None:
        """Ends nothing."""

    def _answer(self, job: Job[Any], on_progress: Progress) -> Any:
        match job:
            case RunOperation(request) if request.config is None:
                self.pipelines.append(request)
                self._fail()
                return self.run_pipeline(request, on_progress)
            case RunOperation(request):
                self.launches.append(request)
                self._fail()
                return self.launch(request, on_progress)
            case SweepLaunch(request, index):
                self.swept.append(request)
                return self.sweep(request, index)
            case TimeCpu(request):
                return CpuTimes(request.number, 9e-7, 2.1e-5, 7e-7)
            case ProbeGpu():
                return self.probe_answer
            case CompileLaunch(request, part):
                self.compiled.append(request)
                return NO_COMPILER if self.compiler is None else self.compiler(request, part)
            case ReadCompiledLevels():
                self.read_levels.append(job)
                return no_compiler() if self.levels is None else self.levels(job)
            case FollowBlocks():
                self.followed.append(job.blocks)
                return self.follow(job, on_progress)
            case WatchElement():
                self.watched.append(job.element)
            case OpenRecording(path):
                return load_trace(path, on_progress)  # the memory of this process has no limit
        return run_job(job, on_progress)

    def _fail(self) -> None:
        if self.error is not None:
            raise self.error


@dataclass
class EmulatingWorkers(InstantWorkers):
    """Launches and pipelines really run on the emulator, here and now, equal ones of the gallery
    once for all windows; one that `holds` answers with `answer`.
    """

    holds: bool = False
    held: list[Future[LaunchResult]] = field(default_factory=list)

    def held_back(self, job: Job[Any]) -> Future[Any] | None:
        """A launch, while it holds them."""
        if not (self.holds and isinstance(job, RunOperation) and job.request.config):
            return None
        self.launches.append(job.request)
        self.held.append(Future())
        return self.held[-1]

    def launch(self, request: LaunchRequest, on_progress: Progress) -> LaunchResult:
        """Runs a launch."""
        return ran(request, on_progress)

    def run_pipeline(self, request: LaunchRequest, on_progress: Progress) -> LaunchResult:
        """Runs a pipeline."""
        return ran(request, on_progress) if self.train is None else self.train(request)

    def answer(self) -> None:
        """Runs the launch that was held last."""
        self.held[-1].set_result(ran(self.launches[-1], unheard))

    def sweep(self, request: LaunchRequest, index: int) -> SweepPoint:
        """Answers at every size as for a thousand elements: a sweep of lessons goes to millions."""
        small = replace(request, size=(1000,))
        result = LaunchResult(request.number, (vector_add(small),), True, 0.0, 1.5e-3)
        return launched_point(request, result, index)


def ran(request: LaunchRequest, on_progress: Progress) -> LaunchResult:
    """Runs a launch or a pipeline on its engine, or gives what an equal one of the gallery gave.

    One with data of its own, or of another file, whose text may change, runs each time.
    """
    if request.operation.parent != GALLERY or request.given or request.inputs:
        return run_job(RunOperation(request), on_progress)
    return replace(_remembered(replace(request, number=0)), number=request.number)


@functools.lru_cache(12)
def _remembered(request: LaunchRequest) -> LaunchResult:
    return RunOperation(request).run(unheard)


def forget_launches() -> None:
    """Nothing that ran is kept any more."""
    _remembered.cache_clear()


def vector_add(request: LaunchRequest) -> Trace:
    """The trace of a vector addition with the request's size and block."""
    assert request.config is not None
    trace = traces.vector_add(request.size[0], request.config.block.x)
    assert trace.thread_active is not None
    idle = int((~trace.thread_active).sum())
    return replace(
        trace,
        counters=Counters(idle_threads=idle),
        times=TIMES,
        hazard_kinds_checked=("out-of-bounds", "uninitialized"),
    )
