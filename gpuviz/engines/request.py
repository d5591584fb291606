"""What is asked of an engine and what it answers: frozen data that travels between processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.engines.compiled_kernel import CompiledKernel
from gpuviz.engines.names import EngineName, ScheduleName
from gpuviz.engines.wrong_elements import WrongElements
from gpuviz.launch import LaunchConfig
from gpuviz.messages import GpuvizError, Message
from gpuviz.model.graphs import launching_seconds
from gpuviz.operation.inputs import Inputs
from gpuviz.trace import Trace
from gpuviz.trace.array_history import ArrayHistory

EventKind = Literal["h2d", "kernel", "d2h", "d2d"]


@dataclass(frozen=True, slots=True)
class LaunchRequest:
    """Run one operation once: launch its kernel, or run its pipeline.

    `number` grows with each request of a session; stale answers are dropped by it. `given` stands
    for what `inputs` makes of those parameters.
    """

    number: int
    operation: Path  # the kernel file
    size: tuple[int, ...]
    config: LaunchConfig | None  # None: the file has a pipeline that sets its own
    engine: EngineName
    device: Device
    schedule: ScheduleName = "lockstep"
    seed: int = 0
    follow: tuple[int, ...] = ()  # linear blocks to follow besides the first and the last
    gpu: int = 0  # of the engine cuda: which GPU of this machine, in the driver's order
    compiled: CompiledKernel | None = None  # for the device; None: what it tells is assumed
    given: Mapping[str, NDArray[Any]] = field(default_factory=dict, hash=False)  # to a pipeline
    whole: tuple[int, ...] | None = None  # launches of a pipeline kept whole; None: those that fit
    inputs: Inputs = ()  # of a kernel: what was chosen of its arrays
    text: str | None = None  # what runs in the place of the file's text; None: that

    @property
    def own_size(self) -> tuple[int, ...]:
        """The size, where that says all of the inputs; else ()."""
        return () if self.inputs or self.given or self.seed else self.size


@dataclass(frozen=True, slots=True)
class PipelineEvent:
    """One bar of the timeline: a launch or a copy, in the order in which the host asked for them.

    Seconds count from the first event's begin. `line` is where the pipeline's own file asked.
    """

    kind: EventKind
    name: str  # of the kernel; of the host array where the copy has one, else of the device array
    nbytes: int  # copied; 0 of a launch
    launch: int | None  # row of `LaunchResult.launches`
    device: int  # which GPU, from 0
    line: int | None
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class LaunchResult:
    """What came of a LaunchRequest: a kernel has one launch, a pipeline as many as it makes.

    A launch that is not whole has no steps and no arrays. What a kernel copies and takes is in the
    times of its trace, what it reads and writes in its arrays: `events`, `inputs` and `outputs` are
    those of a pipeline. After a failure of a pipeline `launches` and `events` hold what ran before
    it, the failing launch last where the emulator has a trace of it.
    """

    number: int
    launches: tuple[Trace, ...]
    correct: bool | None  # None: the file checks nothing
    max_abs_error: float | None
    emulation_seconds: float | None  # wall time of execution alone on a CPU engine; None on cuda
    messages: tuple[Message, ...] = ()
    wrong: tuple[WrongElements, ...] = ()  # by output of a kernel that differs from the reference
    whole: tuple[int, ...] = (0,)  # rows of `launches` that can be opened as they are
    events: tuple[PipelineEvent, ...] = ()
    source: Literal["measured", "modelled"] = "modelled"  # of the events' times
    inputs: Mapping[str, NDArray[Any]] = field(default_factory=dict)  # as before it ran
    outputs: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    failure: GpuvizError | None = None
    history: ArrayHistory | None = None  # of the arrays of a pipeline on the emulator
    as_graph_s: float | None = None  # modelled: of a pipeline of several launches as a CUDA graph

    @property
    def trace(self) -> Trace:
        """Of a kernel: its one launch."""
        return self.launches[0]

    @property
    def seconds(self) -> float:
        """From the first event's begin to the last one's end, on all devices."""
        return max((event.end_s for event in self.events), default=0.0)

    @property
    def launching_s(self) -> float | None:
        """What starting the launches of a pipeline takes, where `as_graph_s` is known."""
        if self.as_graph_s is None:
            return None
        return launching_seconds([trace.prediction for trace in self.launches])


@dataclass(frozen=True, slots=True)
class CpuTimingRequest:
    """Time the CPU twins of an operation on the same inputs as a launch."""

    number: int
    operation: Path
    size: tuple[int, ...]
    seed: int = 0
    budget_seconds: float = 2.0  # for each twin; one that needs longer gives None
    inputs: Inputs = ()  # as in the LaunchRequest
    text: str | None = None  # as there


@dataclass(frozen=True, slots=True)
class CpuTimes:
    """Median wall seconds of each CPU twin, compilation left out, and their interquartile ranges.

    None: no such twin, over its budget, or wrong.
    """

    number: int
    one_thread_s: float | None
    all_threads_s: float | None
    numpy_s: float | None
    messages: tuple[Message, ...] = ()
    one_thread_spread_s: float | None = None
    all_threads_spread_s: float | None = None
    numpy_spread_s: float | None = None
    disturbances: tuple[Message, ...] = ()  # why the figures may be off: load, a wide spread


CONTEXT_LOST = "cuda.context-lost"
GPU_LOST = "cuda.gpu-lost"
"""Codes of failures after which a process cannot use the GPU any more: it has to be replaced."""

TWINS_TOO_LONG = "worker.twins-too-long"
"""Code of a CPU timing that had to be stopped: at a larger size it is not going to end either."""


class LongLoop(NamedTuple):
    """A while loop of a kernel that is still under way: its line, and the rounds that it made."""

    line: int
    rounds: int


Progress = Callable[[float | LongLoop], None]
"""Told the share that is done, 0..1; and once a second of a loop that lasts."""


class Engine(Protocol):
    """An engine runs in a worker process. Cancelling it means ending that process.

    Raises RequestRefused, NotSupportedError or KernelFailed; anything else is a bug.
    """

    def run(self, request: LaunchRequest, progress: Progress) -> LaunchResult:
        """Executes what is asked, tells `progress` how far it is, answers with the same number.

        What breaks a pipeline off, once it has begun, is in the result.
        """
        ...
