"""Workers of a sweep whose answers a test gives, on another thread as real ones do."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from gpuviz.bench.points import SweepPoint
from gpuviz.engines.request import CpuTimes, Progress
from gpuviz.trace import Times
from gpuviz.worker.jobs import Job, PrepareReplays, SweepCpu, SweepLaunch, TellPoint, unheard
from tests.session.answers import on_another_thread

T = TypeVar("T")


@dataclass
class Step:
    """One job that was begun."""

    size: tuple[int, ...]
    future: Future[Any]
    answer: SweepPoint | CpuTimes
    progress: Progress

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

    def submit(self, job: Job[T], on_progress: Progress = unheard) -> Future[T]:
        future: Future[Any] = Future()
        match job:
            case SweepLaunch(request, index):
                times = Times("modelled", 1e-6, 1e-6, 1e-6)
                point = SweepPoint(index, request.size, request.config, times, correct=True)
                self.steps.append(Step(request.size, future, point, on_progress))
            case SweepCpu(request):
                cpu = CpuTimes(request.number, 3e-6, 2e-6, 1e-6)
                self.steps.append(Step(request.size, future, cpu, on_progress))
            case TellPoint(point):
                future.set_result(point)
            case PrepareReplays():
                self.prepared += 1
        return future

    def shutdown(self) -> None:
        """Ends nothing."""

    @property
    def begun(self) -> list[tuple[str, int]]:
        return [(step.kind, step.size[0]) for step in self.steps]
