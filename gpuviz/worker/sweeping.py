"""The jobs of a sweep, one after the other; who drives it has them done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.bench.sweep_plan import cpu_timing_of, launch_of, planned_points
from gpuviz.engines.request import TWINS_TOO_LONG, CpuTimes
from gpuviz.messages import GpuvizError, KernelFailed, NotSupportedError
from gpuviz.worker.jobs import SweepCpu, SweepLaunch, TellPoint

SweepJob = SweepLaunch | TellPoint | SweepCpu
SweepOutcome = SweepPoint | CpuTimes | GpuvizError


class Sweeping:
    """What is done of a sweep, and what comes next.

    Of each point the launch comes first, then the CPU's turn, each alone:

        while (job := sweeping.next_job()) is not None:
            point = sweeping.settle(...)  # what came of the job; the point as far as it is known

    A job whose outcome was not settled is the next one again. CPU times depend on neither grid nor
    block: points of the same size share them.
    """

    def __init__(self, request: SweepRequest) -> None:
        self.request = request
        self._points = list(planned_points(request))
        self._is_cpus_turn = False
        self._index = 0
        self._cpu: dict[tuple[int, ...], CpuTimes] = {}
        self._given_up: CpuTimes | None = None  # of twins that do not end

    @property
    def points(self) -> tuple[SweepPoint, ...]:
        """All points with what is known of them."""
        return tuple(self._points)

    def share(self, of_job: float) -> float:
        """How much of the sweep is done, 0..1, with this share of the next job."""
        jobs = 2 if self.request.times_cpu else 1
        before = 1 if self._is_cpus_turn else 0
        return (self._index + (before + of_job) / jobs) / len(self._points)

    def next_job(self) -> SweepJob | None:
        """The next job, None when there is none."""
        if self._index == len(self._points):
            return None
        point = self._points[self._index]
        if self._is_cpus_turn:
            return SweepCpu(cpu_timing_of(self.request, point.size))
        if point.config is None:
            return TellPoint(point)
        return SweepLaunch(launch_of(self.request, point), point.index)

    def launches(self) -> Iterator[SweepLaunch]:
        """The launches of all points that can be launched, for who has several at once."""
        for point in self._points:
            if point.config is not None:
                yield SweepLaunch(launch_of(self.request, point), point.index)

    def settle(self, outcome: SweepOutcome) -> SweepPoint:
        """Takes what came of the next job, and gives its point as it is now.

        Raises GpuvizError for a failure that the points to come would meet too.
        """
        point = self._timed(outcome) if self._is_cpus_turn else self._launched(outcome)
        self._points[self._index] = point
        self._advance(point)
        return point

    def _launched(self, outcome: SweepOutcome) -> SweepPoint:
        if isinstance(outcome, NotSupportedError):
            raise outcome
        if isinstance(outcome, GpuvizError):
            wrong = False if isinstance(outcome, KernelFailed) else None
            return replace(self._points[self._index], message=outcome.message, correct=wrong)
        assert isinstance(outcome, SweepPoint)
        return replace(outcome, cpu=self._cpu.get(outcome.size, self._given_up))

    def _timed(self, outcome: SweepOutcome) -> SweepPoint:
        point, times = self._points[self._index], outcome
        if isinstance(times, GpuvizError):
            message = times.message
            times = CpuTimes(self.request.number, None, None, None, (message,))
            self._given_up = times if message.code == TWINS_TOO_LONG else None
        assert isinstance(times, CpuTimes)
        self._cpu[point.size] = times
        return replace(point, cpu=times)

    def _advance(self, point: SweepPoint) -> None:
        if self.request.times_cpu and point.cpu is None and point.message is None:
            self._is_cpus_turn = True
        else:
            self._is_cpus_turn = False
            self._index += 1
