"""Workers whose answers the test gives."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from gpuviz.bench.points import SweepPoint
from gpuviz.engines.compiled_kernel import CompiledLaunch
from gpuviz.engines.probe import Probe
from gpuviz.engines.request import (
    CpuTimes,
    CpuTimingRequest,
    LaunchRequest,
    LaunchResult,
    Progress,
)
from gpuviz.messages import Message
from gpuviz.model.on_device import OnDevice
from gpuviz.trace import Element, Touches, Trace
from gpuviz.worker.jobs import (
    CompileLaunch,
    FollowBlocks,
    Job,
    ModelOnDevices,
    OpenRecording,
    PrepareReplays,
    ProbeGpu,
    RunOperation,
    SweepLaunch,
    TimeCpu,
    WatchElement,
    unheard,
)

T = TypeVar("T")
J = TypeVar("J", bound=Job[Any], covariant=True)


@dataclass(frozen=True)
class Asked(Generic[J]):
    """A job that was asked for."""

    job: J
    progress: Progress
    future: Future[Any]


@dataclass
class FakeWorkers:
    """Workers whose answers the test gives, on another thread, as real ones do."""

    asked: list[Asked[Job[Any]]] = field(default_factory=list)
    compiles: bool = False  # else nothing is compiled, which is answered at once
    closed: bool = False

    def submit(self, job: Job[T], on_progress: Progress = unheard) -> Future[T]:
        future: Future[Any] = Future()
        self.asked.append(Asked(job, on_progress, future))
        if isinstance(job, CompileLaunch) and not self.compiles:
            future.set_result(Message("compiled.no-compiler", "None here."))
        return future

    def shutdown(self) -> None:
        self.closed = True

    def of(self, kind: type[J]) -> list[Asked[J]]:
        return [
            Asked(one.job, one.progress, one.future) for one in self.asked if type(one.job) is kind
        ]

    @property
    def launches(self) -> list[tuple[LaunchRequest, Progress, Future[LaunchResult]]]:
        return [(one.job.request, one.progress, one.future) for one in self.of(RunOperation)]

    @property
    def launched(self) -> list[int]:
        return [request.number for request, _, _ in self.launches]

    @property
    def timings(self) -> list[tuple[CpuTimingRequest, Future[CpuTimes]]]:
        return [(one.job.request, one.future) for one in self.of(TimeCpu)]

    @property
    def probes(self) -> list[Future[Probe]]:
        return [one.future for one in self.of(ProbeGpu)]

    @property
    def follows(self) -> list[tuple[Trace, tuple[int, ...], Progress, Future[Trace]]]:
        found = self.of(FollowBlocks)
        return [(one.job.trace, one.job.blocks, one.progress, one.future) for one in found]

    @property
    def watches(self) -> list[tuple[Element, Future[Touches]]]:
        return [(one.job.element, one.future) for one in self.of(WatchElement)]

    @property
    def prepared(self) -> int:
        return len(self.of(PrepareReplays))

    @property
    def swept(self) -> list[tuple[int, Future[SweepPoint]]]:
        return [(one.job.index, one.future) for one in self.of(SweepLaunch)]

    @property
    def modelled(self) -> list[Future[tuple[OnDevice, ...]]]:
        return [one.future for one in self.of(ModelOnDevices)]

    @property
    def compiling(self) -> list[Future[CompiledLaunch | Message]]:
        return [one.future for one in self.of(CompileLaunch)]

    @property
    def openings(self) -> list[tuple[Path, Progress, Future[Trace]]]:
        return [(one.job.path, one.progress, one.future) for one in self.of(OpenRecording)]
