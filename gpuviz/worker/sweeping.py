"""A sweep through worker processes, one step after the other; who drives it waits for them."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from typing import Any, Literal, Protocol

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.bench.sweep_plan import cpu_timing_of, launch_of, planned_points
from gpuviz.engines.request import (
    TWINS_TOO_LONG,
    CpuTimes,
    CpuTimingRequest,
    LaunchRequest,
    Progress,
)
from gpuviz.messages import GpuvizError, KernelFailed, NotSupportedError


class SweepWorkers(Protocol):
    """What a sweep needs of `gpuviz.worker.Workers`; cancelling a future ends what runs."""

    def sweep_launch(
        self, request: LaunchRequest, index: int, on_progress: Progress
    ) -> Future[SweepPoint]:
        """Runs a launch and gives its figures only."""

    def sweep_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        """Times the CPU twins."""


class Sweeping:
    """What is done of a sweep, and what comes next.

    Of each point the launch comes first, then the CPU's turn, each alone:

        while (future := sweeping.begin(on_progress)) is not None:
            wait([future])
            point = sweeping.settle(future)  # with what is known of it by now

    A step that was cancelled, and not settled, is begun again. CPU times depend on neither grid nor
    block: points of the same size share them.
    """

    def __init__(self, request: SweepRequest, workers: SweepWorkers) -> None:
        self.request = request
        self._workers = workers
        self._points = list(planned_points(request))
        self._turn: Literal["launch", "cpu"] = "launch"
        self._index = 0
        self._cpu: dict[tuple[int, ...], CpuTimes] = {}
        self._given_up: CpuTimes | None = None  # of twins that do not end

    @property
    def points(self) -> tuple[SweepPoint, ...]:
        """All points with what is known of them."""
        return tuple(self._points)

    def share(self, of_step: float) -> float:
        """How much of the sweep is done, 0..1, with this share of the step that runs."""
        steps = 2 if self.request.times_cpu else 1
        before = 1 if self._turn == "cpu" else 0
        return (self._index + (before + of_step) / steps) / len(self._points)

    def begin(self, on_progress: Progress) -> Future[Any] | None:
        """Starts the next step, None when there is none."""
        if self._index == len(self._points):
            return None
        point = self._points[self._index]
        if self._turn == "cpu":
            return self._workers.sweep_cpu(cpu_timing_of(self.request, point.size))
        if point.config is None:
            return _done(point)
        return self._workers.sweep_launch(launch_of(self.request, point), point.index, on_progress)

    def settle(self, future: Future[Any]) -> SweepPoint:
        """Takes the answer of the step that was begun, and gives its point as it is now.

        Raises GpuvizError for a failure that the points to come would meet too.
        """
        error = future.exception()
        if error is not None and not isinstance(error, GpuvizError):
            raise error
        point = self._timed(future, error) if self._turn == "cpu" else self._launched(future, error)
        self._points[self._index] = point
        self._advance(point)
        return point

    def _launched(self, future: Future[SweepPoint], error: GpuvizError | None) -> SweepPoint:
        if isinstance(error, NotSupportedError):
            raise error
        if error is not None:
            wrong = False if isinstance(error, KernelFailed) else None
            return replace(self._points[self._index], message=error.message, correct=wrong)
        point = future.result()
        return replace(point, cpu=self._cpu.get(point.size, self._given_up))

    def _timed(self, future: Future[CpuTimes], error: GpuvizError | None) -> SweepPoint:
        point = self._points[self._index]
        if error is not None:
            times = CpuTimes(self.request.number, None, None, None, (error.message,))
            self._given_up = times if error.message.code == TWINS_TOO_LONG else None
        else:
            times = future.result()
        self._cpu[point.size] = times
        return replace(point, cpu=times)

    def _advance(self, point: SweepPoint) -> None:
        if self.request.times_cpu and point.cpu is None and point.message is None:
            self._turn = "cpu"
        else:
            self._turn = "launch"
            self._index += 1


def _done(point: SweepPoint) -> Future[SweepPoint]:
    future: Future[SweepPoint] = Future()
    future.set_result(point)
    return future
