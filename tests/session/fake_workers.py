"""Workers whose answers the test gives."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from gpuviz.bench.points import SweepPoint
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
from gpuviz.messages import Message
from gpuviz.model.on_device import OnDevice
from gpuviz.trace import Element, Touches, Trace


@dataclass
class FakeWorkers:
    """Workers whose answers the test gives, on another thread, as real ones do."""

    launches: list[tuple[LaunchRequest, Progress, Future[LaunchResult]]] = field(
        default_factory=list
    )
    timings: list[tuple[CpuTimingRequest, Future[CpuTimes]]] = field(default_factory=list)
    probes: list[Future[Probe]] = field(default_factory=list)
    replays: list[Future[Trace]] = field(default_factory=list)
    swept: list[tuple[int, Future[SweepPoint]]] = field(default_factory=list)
    modelled: list[Future[tuple[OnDevice, ...]]] = field(default_factory=list)
    compiling: list[Future[CompiledLaunch | Message]] = field(default_factory=list)
    compiles: bool = False  # else nothing is compiled, which is answered at once
    closed: bool = False
    openings: list[tuple[Path, Progress, Future[Trace]]] = field(default_factory=list)
    pipelines: list[tuple[PipelineRequest, Progress, Future[PipelineResult]]] = field(
        default_factory=list
    )

    def run_launch(self, request: LaunchRequest, on_progress: Progress) -> Future[LaunchResult]:
        self.launches.append((request, on_progress, Future()))
        return self.launches[-1][2]

    def run_pipeline(
        self, request: PipelineRequest, on_progress: Progress
    ) -> Future[PipelineResult]:
        self.pipelines.append((request, on_progress, Future()))
        return self.pipelines[-1][2]

    def time_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        self.timings.append((request, Future()))
        return self.timings[-1][1]

    def sweep_launch(
        self, request: LaunchRequest, index: int, on_progress: Progress
    ) -> Future[SweepPoint]:
        self.swept.append((index, Future()))
        return self.swept[-1][1]

    def sweep_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        raise NotImplementedError

    def probe(self) -> Future[Probe]:
        self.probes.append(Future())
        return self.probes[-1]

    def prepare_replays(self) -> Future[None]:
        return Future()

    def follow(self, trace: Trace, blocks: tuple[int, ...], on_progress: Progress) -> Future[Trace]:
        self.replays.append(Future())
        return self.replays[-1]

    def open_recording(self, path: Path, on_progress: Progress) -> Future[Trace]:
        self.openings.append((path, on_progress, Future()))
        return self.openings[-1][2]

    def on_devices(
        self, trace: Trace, copied: tuple[float, float], on_progress: Progress
    ) -> Future[tuple[OnDevice, ...]]:
        self.modelled.append(Future())
        return self.modelled[-1]

    def compile_launch(
        self, request: LaunchRequest, part: Trace, on_progress: Progress
    ) -> Future[CompiledLaunch | Message]:
        self.compiling.append(Future())
        if not self.compiles:
            self.compiling[-1].set_result(Message("compiled.no-compiler", "None here."))
        return self.compiling[-1]

    def watch(self, trace: Trace, element: Element, on_progress: Progress) -> Future[Touches]:
        raise NotImplementedError

    def shutdown(self) -> None:
        self.closed = True

    @property
    def launched(self) -> list[int]:
        return [request.number for request, _, _ in self.launches]
