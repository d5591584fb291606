"""Workers of a sweep whose answers a test gives, on another thread as real ones do."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from gpuviz.bench.points import SweepPoint
from gpuviz.engines.request import CpuTimes, CpuTimingRequest, LaunchRequest, Progress
from gpuviz.trace import Times
from tests.session.answers import on_another_thread


@dataclass
class Step:
    """One step that was begun."""

    size: tuple[int, ...]
    future: Future[Any]
    answer: SweepPoint | CpuTimes
    progress: Progress | None = None

    @property
    def kind(self) -> str:
        return "launch" if isinstance(self.answer, SweepPoint) else "cpu"

    def finish(self) -> None:
        on_another_thread(self.future.set_result, self.answer)

    def fail(self, error: Exception) -> None:
        on_another_thread(self.future.set_exception, error)


@dataclass
class FakeSweepWorkers:
    """Every launch takes a microsecond on the device."""

    steps: list[Step] = field(default_factory=list)
    prepared: int = 0

    def sweep_launch(
        self, request: LaunchRequest, index: int, on_progress: Progress
    ) -> Future[SweepPoint]:
        times = Times("modelled", 1e-6, 1e-6, 1e-6)
        point = SweepPoint(index, request.size, request.config, times, correct=True)
        return self._begin(Step(request.size, Future(), point, on_progress))

    def sweep_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        times = CpuTimes(request.number, 3e-6, 2e-6, 1e-6)
        return self._begin(Step(request.size, Future(), times))

    def prepare_replays(self) -> Future[None]:
        self.prepared += 1
        return Future()

    @property
    def begun(self) -> list[tuple[str, int]]:
        return [(step.kind, step.size[0]) for step in self.steps]

    def _begin(self, step: Step) -> Future[Any]:
        self.steps.append(step)
        return step.future
