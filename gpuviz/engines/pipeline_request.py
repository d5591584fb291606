"""What is asked of an engine that runs a pipeline, and what it answers: a train of launches on
device arrays, with the copies around them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.messages import GpuvizError, Message

if TYPE_CHECKING:
    from gpuviz.engines.request import EngineName, ScheduleName
    from gpuviz.trace import Trace

EventKind = Literal["h2d", "kernel", "d2h", "d2d"]


@dataclass(frozen=True, slots=True)
class PipelineRequest:
    """Run one pipeline once. `given` stands for what `inputs` makes of those parameters."""

    number: int
    operation: Path
    size: tuple[int, ...]
    engine: EngineName
    device: Device
    schedule: ScheduleName = "lockstep"
    seed: int = 0
    gpu: int = 0
    given: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    whole: tuple[int, ...] | None = None  # launches kept whole; None: those that fit


@dataclass(frozen=True, slots=True)
class PipelineEvent:
    """One bar of the timeline: a launch or a copy, in the order in which the host asked for them.

    Seconds count from the first event's begin. `line` is where the pipeline's own file asked.
    """

    kind: EventKind
    name: str  # of the kernel; of the host array where the copy has one, else of the device array
    nbytes: int  # copied; 0 of a launch
    launch: int | None  # row of `PipelineResult.launches`
    device: int  # which GPU, from 0
    line: int | None
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class PipelineResult:
    """What came of a PipelineRequest. A launch that is not whole has no steps and no arrays.

    After a failure `launches` and `events` hold what ran before it, the failing launch last where
    the emulator has a trace of it.
    """

    number: int
    launches: tuple[Trace, ...]
    whole: tuple[int, ...]  # rows of `launches` that can be opened as they are
    events: tuple[PipelineEvent, ...]
    source: Literal["measured", "modelled"]  # of the events' times
    correct: bool | None
    max_abs_error: float | None
    emulation_seconds: float | None
    inputs: Mapping[str, NDArray[Any]]  # by parameter, as before the pipeline ran
    outputs: Mapping[str, NDArray[Any]]
    messages: tuple[Message, ...] = ()
    failure: GpuvizError | None = None

    @property
    def seconds(self) -> float:
        """From the first event's begin to the last one's end, on all devices."""
        return max((event.end_s for event in self.events), default=0.0)
