"""Workers: the three kinds of worker process, and which of them does what."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from gpuviz.bench.points import SweepPoint
from gpuviz.engines.pipeline_request import PipelineRequest, PipelineResult
from gpuviz.engines.probe import NO_COMPILER, lacks_compiler
from gpuviz.engines.request import (
    TWINS_TOO_LONG,
    CpuTimes,
    CpuTimingRequest,
    EngineName,
    LaunchRequest,
    LaunchResult,
    Progress,
)
from gpuviz.messages import Message
from gpuviz.trace import Element, Touches, Trace
from gpuviz.worker import jobs
from gpuviz.worker.executor import WorkerExecutor
from gpuviz.worker.foreign import is_foreign
from gpuviz.worker.process import Limit, WorkerKind

if TYPE_CHECKING:
    from gpuviz.engines.compiled_kernel import CompiledLaunch
    from gpuviz.engines.probe import Probe
    from gpuviz.model.on_device import OnDevice

KIND_OF_ENGINE: dict[EngineName, WorkerKind] = {
    "emulator": "emulator",
    "numba-simulator": "numba-simulator",
    "cuda": "cuda",
}
CPU_TIMING_KIND: WorkerKind = "emulator"
CPU_TIMING_S = 60.0  # compiling three twins takes some ten seconds, timing each its budget of two
TWINS_LIMIT = Limit(
    CPU_TIMING_S,
    Message(
        TWINS_TOO_LONG,
        "The CPU twins had not ended after {seconds:.0f} s and were stopped: is there a loop"
        " without end in one of them?",
        {"seconds": CPU_TIMING_S},
    ),
)


class Workers:
    """One executor for each kind, started on first use; a context manager, or call `shutdown`.

    A CPU timing waits for the emulator's launches before it; who asks for one lets the other kinds
    rest meanwhile. Replays have a second emulator, so that they wait for no timing. Sweeps have it
    too: they rest while a launch runs again, and no launch waits for them. Recordings are read in a
    process of their own, which runs nothing else.

    Files that are not of the gallery have executors of their own for all that runs their code. What
    runs a trace again, or models it, runs none of it.
    """

    def __init__(self) -> None:
        self._executors = {kind: WorkerExecutor(kind) for kind in KIND_OF_ENGINE.values()}
        self._foreign = _foreign_executors()
        self._foreign_sweeps = _foreign_executors()
        self._replays = WorkerExecutor("emulator")
        self._openings = WorkerExecutor("emulator")
        self._sweeps: dict[WorkerKind, WorkerExecutor] = {
            "emulator": self._replays,
            "numba-simulator": WorkerExecutor("numba-simulator"),
            "cuda": WorkerExecutor("cuda"),
        }

    def run_launch(self, request: LaunchRequest, on_progress: Progress) -> Future[LaunchResult]:
        """Runs a launch; `on_progress` hears the share done, on another thread."""
        executor = self._launching(request.operation, KIND_OF_ENGINE[request.engine])
        return executor.submit_reporting(on_progress, jobs.launch, request)

    def run_compiled(self, request: LaunchRequest, on_progress: Progress) -> Future[LaunchResult]:
        """Runs a launch; an emulated kernel is compiled for its device before, if possible."""
        executor = self._launching(request.operation, KIND_OF_ENGINE[request.engine])
        return executor.submit_reporting(on_progress, jobs.launch_compiled, request)

    def run_pipeline(
        self, request: PipelineRequest, on_progress: Progress
    ) -> Future[PipelineResult]:
        """Runs a pipeline where a launch of its engine would run."""
        executor = self._launching(request.operation, KIND_OF_ENGINE[request.engine])
        return executor.submit_reporting(on_progress, jobs.run_pipeline, request)

    def compile_launch(
        self, request: LaunchRequest, part: Trace, on_progress: Progress
    ) -> Future[CompiledLaunch | Message]:
        """Compiles a launch's kernel and models it anew; beside launches, where replays run.

        Without a compiler that is answered at once, and no process is started for it.
        """
        if lacks_compiler():
            answered: Future[CompiledLaunch | Message] = Future()
            answered.set_result(NO_COMPILER)
            return answered
        executor = self._sweeping(request.operation, "emulator")
        return executor.submit(jobs.compile_launch, request, part)

    def time_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        """Times an operation's CPU twins."""
        executor = self._launching(request.operation, CPU_TIMING_KIND)
        return executor.submit_limited(TWINS_LIMIT, jobs.time_cpu, request)

    def sweep_launch(
        self, request: LaunchRequest, index: int, on_progress: Progress
    ) -> Future[SweepPoint]:
        """Runs a launch of a sweep and gives its figures only."""
        executor = self._sweeping(request.operation, KIND_OF_ENGINE[request.engine])
        return executor.submit_reporting(on_progress, jobs.sweep_launch, request, index)

    def sweep_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        """Times an operation's CPU twins for a sweep."""
        executor = self._sweeping(request.operation, CPU_TIMING_KIND)
        return executor.submit_limited(TWINS_LIMIT, jobs.time_cpu, request)

    def probe(self) -> Future[Probe]:
        """Asks for this machine's GPU."""
        return self._executors["cuda"].submit(jobs.probe)

    def prepare_replays(self) -> Future[None]:
        """Starts the process of the replays, so that the first one does not wait for it."""
        return self._replays.submit(jobs.prepare_replays)

    def follow(self, trace: Trace, blocks: tuple[int, ...], on_progress: Progress) -> Future[Trace]:
        """Runs the launch of a trace again, with every step of some more blocks (linear)."""
        return self._replays.submit_reporting(on_progress, jobs.follow, trace, blocks)

    def watch(self, trace: Trace, element: Element, on_progress: Progress) -> Future[Touches]:
        """Runs the launch of a trace again to find who reads and writes one element."""
        return self._replays.submit_reporting(on_progress, jobs.watch, trace, element)

    def open_recording(self, path: Path, on_progress: Progress) -> Future[Trace]:
        """Reads and checks a recording; cancelled, it ends at once."""
        return self._openings.submit_reporting(on_progress, jobs.open_recording, path)

    def on_devices(
        self, trace: Trace, copied: tuple[float, float], on_progress: Progress
    ) -> Future[tuple[OnDevice, ...]]:
        """Models the launch of a trace on every device of the table."""
        return self._replays.submit_reporting(on_progress, jobs.on_devices, trace, copied)

    def cancel(self, kind: WorkerKind) -> None:
        """Ends what runs in that kind of process, and drops what waits for it."""
        self._executors[kind].cancel()
        self._foreign[kind].cancel()

    def shutdown(self) -> None:
        """Ends all processes and threads; what runs is cancelled."""
        theirs = (*self._foreign.values(), *self._foreign_sweeps.values())
        ours = (*self._executors.values(), *self._sweeps.values(), self._openings)
        everyone = (*ours, *theirs)
        for executor in everyone:
            executor.cancel()
        for executor in everyone:
            executor.shutdown()

    def _launching(self, operation: Path, kind: WorkerKind) -> WorkerExecutor:
        return _chosen(operation, self._executors[kind], self._foreign, kind)

    def _sweeping(self, operation: Path, kind: WorkerKind) -> WorkerExecutor:
        return _chosen(operation, self._sweeps[kind], self._foreign_sweeps, kind)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()


Executors: TypeAlias = dict[WorkerKind, WorkerExecutor]


def _foreign_executors() -> Executors:
    return {kind: WorkerExecutor(kind, foreign=True) for kind in KIND_OF_ENGINE.values()}


def _chosen(
    operation: Path, own: WorkerExecutor, foreign: Executors, kind: WorkerKind
) -> WorkerExecutor:
    """Which executor runs a file's code; what another file has left running is ended."""
    if is_foreign(operation):
        return foreign[kind]
    for executor in foreign.values():
        executor.rest()
    return own
