"""What a worker process is asked for: jobs, as frozen data that travels there and runs there.

What a job needs is imported when it runs, so that the window's process never imports it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, Protocol, TypeVar

from gpuviz.bench.points import SweepPoint
from gpuviz.bench.sweep_plan import launched_point
from gpuviz.engines.compiled_kernel import CompiledLaunch
from gpuviz.engines.grading import Grading, GradingRequest
from gpuviz.engines.names import EngineName
from gpuviz.engines.probe import NO_COMPILER, why_no_compiler
from gpuviz.engines.request import (
    TWINS_TOO_LONG,
    CpuTimes,
    CpuTimingRequest,
    Engine,
    LaunchRequest,
    LaunchResult,
    LongLoop,
    Progress,
)
from gpuviz.engines.source_levels import (
    LANGUAGES,
    CompiledLevels,
    Language,
    LaunchedKernel,
    no_compiler,
)
from gpuviz.messages import GpuvizError, Message
from gpuviz.model.part import copied_by_launch, modelled_part
from gpuviz.operation.module import read_as
from gpuviz.repair.asked import LaunchFaults
from gpuviz.repair.search import Repairs
from gpuviz.trace import Element, Touches, Trace

if TYPE_CHECKING:
    from gpuviz.device import Device
    from gpuviz.engines.compiled_kernel import CompiledKernel
    from gpuviz.engines.probe import Probe
    from gpuviz.model.on_device import OnDevice
    from gpuviz.model.what_if import Change, WhatIf
    from gpuviz.trace import Prediction

WorkerKind = EngineName
"""Which Numba a process has: one that simulates, one for a GPU, or (emulator) any for the CPU."""

Lane = Literal["launches", "background", "recordings"]
"""Jobs of one lane and kind wait for each other; those of another lane have other processes."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

OPENING_BYTES = 1 << 30  # of memory that reading a recording may take
REPAIRING_S = 120.0  # some ten launches, each as long as the one that is repaired
GRADING_S = 60.0  # some five small launches
COMPILING_S = 60.0  # some seconds for each of two languages, and a process that starts
CPU_TIMING_S = 60.0  # compiling three twins takes some ten seconds, timing each its budget of two


@dataclass(frozen=True, slots=True)
class Limit:
    """A job that takes longer than `seconds` is ended with its process, and fails with `message`.

    The code that it runs may hear nothing: who waits for it has to stop it.
    """

    seconds: float
    message: Message


TWINS_LIMIT = Limit(
    CPU_TIMING_S,
    Message(
        TWINS_TOO_LONG,
        "The CPU twins had not ended after {seconds:.0f} s and were stopped: is there a loop"
        " without end in one of them?",
        {"seconds": CPU_TIMING_S},
    ),
)


REPAIR_LIMIT = Limit(
    REPAIRING_S,
    Message(
        "repair.too-long",
        "Trying repairs had not ended after {seconds:.0f} s and was stopped: choose a smaller"
        " size.",
        {"seconds": REPAIRING_S},
    ),
)


GRADING_LIMIT = Limit(
    GRADING_S,
    Message(
        "puzzle.too-long",
        "The kernel had not ended after {seconds:.0f} s and was stopped: is there a loop without"
        " end in it, or one with very many turns?",
        {"seconds": GRADING_S},
    ),
)


LEVELS_LIMIT = Limit(
    COMPILING_S,
    Message(
        "levels.too-long",
        "Compiling had not ended after {seconds:.0f} s and was stopped.",
        {"seconds": COMPILING_S},
    ),
)


class Job(ABC, Generic[T_co]):
    """Something that a worker process does. Subclasses are frozen dataclasses that can be pickled.

    `limit` is for jobs that report no progress.
    """

    __slots__ = ()
    lane: ClassVar[Lane] = "launches"
    limit: ClassVar[Limit | None] = None

    @property
    def kind(self) -> WorkerKind:
        """The kind of process that it runs in."""
        return "emulator"

    def foreseen(self) -> T_co | None:
        """Its answer, where no process has to be started for that."""
        return None

    @abstractmethod
    def run(self, progress: Progress) -> T_co:
        """Does it, in a worker process; tells `progress` the share that is done."""


class FileJob(Job[T_co]):
    """A job that runs the code of a kernel's file: one that is not of the gallery may do anything.

    So its answer has to be one of `answers`, and is held against the `request`.
    """

    __slots__ = ()
    answers: ClassVar[tuple[type, ...]]
    request: LaunchRequest | CpuTimingRequest | GradingRequest


class JobRunner(Protocol):
    """Who has jobs done: worker processes, or a test.

    A future that is cancelled ends what runs for it. Futures raise GpuvizError only.
    """

    def submit(self, job: Job[T], on_progress: Progress = ..., /) -> Future[T]:
        """Begins a job, or lets it wait its turn; `on_progress` is told on another thread."""
        ...

    def shutdown(self) -> None:
        """Ends all that runs, and every process."""


@dataclass(frozen=True, slots=True)
class RunOperation(FileJob[LaunchResult]):
    """One operation, a kernel or a pipeline, on the engine that it asks for."""

    answers = (LaunchResult,)
    request: LaunchRequest

    @property
    def kind(self) -> WorkerKind:
        """The engine's."""
        return self.request.engine

    def run(self, progress: Progress) -> LaunchResult:
        """Raises RequestRefused for what cannot be launched."""
        return _engine(self.request.engine).run(self.request, progress)


@dataclass(frozen=True, slots=True)
class CompileAndRun(RunOperation):
    """The same; an emulated kernel is first compiled for its device, where that is possible."""

    def run(self, progress: Progress) -> LaunchResult:
        """Raises RequestRefused for what cannot be launched."""
        return _compiled_and_run(self.request, progress)


@dataclass(frozen=True, slots=True)
class CompileLaunch(FileJob[CompiledLaunch | Message]):
    """Compiles the kernel of a launch for its device and models it anew, or says why not."""

    lane: ClassVar[Lane] = "background"
    answers = (CompiledLaunch, Message)
    request: LaunchRequest
    part: Trace  # what modelling needs of the launch

    def foreseen(self) -> CompiledLaunch | Message | None:
        """That there is no compiler, or none that works with this NumPy."""
        return why_no_compiler()

    def run(self, progress: Progress) -> CompiledLaunch | Message:
        """The kernel is compiled, not launched."""
        from gpuviz.engines import compilation

        return compilation.compile_launch(self.request, self.part)


@dataclass(frozen=True, slots=True)
class CompileAfterRun(CompileLaunch):
    """The same, in the process that the launch has run in."""

    lane = "launches"


@dataclass(frozen=True, slots=True)
class ReadCompiledLevels(FileJob[CompiledLevels | Message]):
    """PTX and SASS of a kernel and of its twin in CUDA C for a device, or why there are none."""

    lane: ClassVar[Lane] = "background"
    limit = LEVELS_LIMIT
    answers = (CompiledLevels, Message)
    request: LaunchRequest
    languages: tuple[Language, ...] = LANGUAGES  # without Python no code of the file is run
    launched: LaunchedKernel | None = None  # of a pipeline

    def foreseen(self) -> Message | None:
        """That no compiler is installed: no process has to be started to tell it."""
        lacking = why_no_compiler()
        return no_compiler() if lacking is not None and lacking == NO_COMPILER else None

    def run(self, progress: Progress) -> CompiledLevels | Message:
        """The kernel is compiled, not launched."""
        from gpuviz.engines.cuda_gpu.levels import compiled_levels

        return compiled_levels(self.request, self.languages, self.launched)


@dataclass(frozen=True, slots=True)
class TimeCpu(FileJob[CpuTimes]):
    """Times the CPU twins of an operation."""

    limit = TWINS_LIMIT
    answers = (CpuTimes,)
    request: CpuTimingRequest

    def run(self, progress: Progress) -> CpuTimes:
        """Twins that are not there have no time."""
        from gpuviz.bench.stopwatch import time_cpu_twins

        return time_cpu_twins(self.request)


@dataclass(frozen=True, slots=True)
class SweepCpu(TimeCpu):
    """Times the CPU twins for a sweep."""

    lane = "background"


@dataclass(frozen=True, slots=True)
class SweepLaunch(FileJob[SweepPoint]):
    """The launch of one point of a sweep, compiled as a launch is that is alone.

    Its figures are the answer; its trace stays in the process.
    """

    lane = "background"
    answers = (SweepPoint,)
    request: LaunchRequest
    index: int

    @property
    def kind(self) -> WorkerKind:
        """The engine's."""
        return self.request.engine

    def run(self, progress: Progress) -> SweepPoint:
        """The point with its figures."""
        result = _compiled_and_run(self.request, progress)
        return launched_point(self.request, result, self.index)


@dataclass(frozen=True, slots=True)
class TryRepairs(FileJob[Repairs]):
    """Repairs of the hazards of a launch, each tried in the emulator with the same request."""

    lane = "background"
    limit = REPAIR_LIMIT
    answers = (Repairs,)
    request: LaunchRequest
    asked: LaunchFaults

    def run(self, progress: Progress) -> Repairs:
        """The edited text of the file runs in the place of what stands there."""
        from gpuviz.engines.repairing import repair_operation

        return repair_operation(self.request, self.asked)


@dataclass(frozen=True, slots=True)
class GradePuzzle(FileJob[Grading]):
    """An answer to a puzzle, graded by running its kernel in the emulator."""

    limit = GRADING_LIMIT
    answers = (Grading,)
    request: GradingRequest

    def run(self, progress: Progress) -> Grading:
        """Of the student's file the kernel alone runs, and only as the emulator reads it.

        No progress is reported: the limit is for all of it.
        """
        from gpuviz.engines.grader import grade

        return grade(self.request, unheard)


@dataclass(frozen=True, slots=True)
class TellPoint(Job[SweepPoint]):
    """A point of a sweep that cannot be launched: it is told when its turn comes, as it is."""

    lane = "background"
    point: SweepPoint

    def foreseen(self) -> SweepPoint:
        """The point."""
        return self.point

    def run(self, progress: Progress) -> SweepPoint:
        """Nothing is left to do."""
        return self.point


@dataclass(frozen=True, slots=True)
class ProbeGpu(Job["Probe"]):
    """Says whether this machine's GPU can be used, and why not."""

    @property
    def kind(self) -> WorkerKind:
        """Where launches on the GPU run: CUDA is there already when the first one comes."""
        return "cuda"

    def run(self, progress: Progress) -> Probe:
        """Asks the driver."""
        from gpuviz.engines.probe import probe

        return probe()


@dataclass(frozen=True, slots=True)
class PrepareReplays(Job[None]):
    """Starts the process of the replays, so that the first one does not wait for it."""

    lane = "background"

    def run(self, progress: Progress) -> None:
        """Imports what replays need."""
        import gpuviz.simt.replay  # noqa: F401 - the import is the work


@dataclass(frozen=True, slots=True)
class PrepareVersions(Job[None]):
    """A file is edited: from now on a process stands ready for its next version."""

    def run(self, progress: Progress) -> None:
        """Workers do it, as far as they have processes; whoever has none has nothing to do."""


@dataclass(frozen=True, slots=True)
class FollowBlocks(Job[Trace]):
    """The launch of a trace once more, with every step of some more blocks (linear)."""

    lane = "background"
    trace: Trace
    blocks: tuple[int, ...]

    def run(self, progress: Progress) -> Trace:
        """Emulates it; no code of a file is run as Python."""
        from gpuviz.simt import replay

        return replay.follow(self.trace, self.blocks, progress)


@dataclass(frozen=True, slots=True)
class WatchElement(Job[Touches]):
    """Who reads and writes one element in the launch of a trace; sites are those of that trace."""

    lane = "background"
    trace: Trace
    element: Element

    def run(self, progress: Progress) -> Touches:
        """Emulates it; no code of a file is run as Python."""
        from gpuviz.simt import replay

        return replay.watch(self.trace, self.element, progress)


@dataclass(frozen=True, slots=True)
class ModelOnDevices(Job["tuple[OnDevice, ...]"]):
    """A launch as the model sees it on every device of the table, and on others beside them."""

    lane = "background"
    part: Trace  # what modelling needs of the launch
    copied: tuple[float, float]  # bytes to the device and back
    others: tuple[Device, ...] = ()

    @classmethod
    def of(cls, trace: Trace, others: tuple[Device, ...] = ()) -> ModelOnDevices:
        """The job for a launch."""
        return cls(modelled_part(trace), copied_by_launch(trace), others)

    def run(self, progress: Progress) -> tuple[OnDevice, ...]:
        """A row for each device."""
        from gpuviz.device import load_devices
        from gpuviz.model import everywhere

        devices = (*load_devices().values(), *self.others)
        rows = []
        for number, device in enumerate(devices, 1):
            rows.append(everywhere.on_device(self.part, device, self.copied))
            progress(number / len(devices))
        return tuple(rows)


@dataclass(frozen=True, slots=True)
class AskWhatIf(Job["WhatIf"]):
    """A launch as the model sees it with something changed."""

    lane: ClassVar[Lane] = "background"
    part: Trace  # what modelling needs of the launch
    device: Device
    change: Change
    kernel: CompiledKernel | None  # whose instructions it was modelled with; None: the usual ones
    as_it_is: Prediction | None  # what the model says of the launch without it, if that is known

    @classmethod
    def of(
        cls,
        trace: Trace,
        device: Device,
        change: Change,
        kernel: CompiledKernel | None = None,
        as_it_is: Prediction | None = None,
    ) -> AskWhatIf:
        """The job for a launch."""
        return cls(modelled_part(trace), device, change, kernel, as_it_is)

    def run(self, progress: Progress) -> WhatIf:
        """Nothing is emulated again."""
        from gpuviz.engines.compiled_mix import compiled_mix
        from gpuviz.model.what_if import what_if

        mix = None if self.kernel is None else compiled_mix(self.kernel.lines, self.part)
        return what_if(self.part, self.device, self.change, mix, self.as_it_is)


@dataclass(frozen=True, slots=True)
class OpenRecording(Job[Trace]):
    """Reads and checks a recording; what it asks for harms nobody but the process."""

    lane = "recordings"
    path: Path

    def run(self, progress: Progress) -> Trace:
        """Raises RequestRefused for a file that is none."""
        from gpuviz.trace.file import load_trace
        from gpuviz.worker.memory import limit_memory

        limit_memory(OPENING_BYTES)
        return load_trace(self.path, progress)


def unheard(told: float | LongLoop) -> None:
    """The `on_progress` of a job whose progress nobody wants to know."""


def run_job(job: Job[T_co], progress: Progress) -> T_co:
    """The job's answer; one with a text of its own reads that in the place of its file.

    Raises what `job.run` raises.
    """
    if not isinstance(job, FileJob) or job.request.text is None:
        return job.run(progress)
    with read_as(job.request.operation, job.request.text):
        answer: T_co = job.run(progress)
    return answer


def outcome_of(future: Future[T]) -> T | GpuvizError:
    """What came of a job that is done: its answer, or why there is none."""
    error = future.exception()
    return error if isinstance(error, GpuvizError) else future.result()


def _compiled_and_run(request: LaunchRequest, progress: Progress) -> LaunchResult:
    if request.engine != "emulator":
        return RunOperation(request).run(progress)
    from gpuviz.engines.compilation import compiled_for
    from gpuviz.engines.emulator import EmulatorEngine

    return EmulatorEngine(compiled_for).run(request, progress)


def _engine(name: EngineName) -> Engine:
    if name == "emulator":
        from gpuviz.engines.emulator import EmulatorEngine

        return EmulatorEngine()
    if name == "numba-simulator":
        from gpuviz.engines.numba_simulator import NumbaSimulatorEngine

        return NumbaSimulatorEngine()
    from gpuviz.engines.cuda_gpu import CudaEngine

    return CudaEngine()
