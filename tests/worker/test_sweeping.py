"""Sweeps through real worker processes."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Future, wait
from dataclasses import replace

import pytest

from gpuviz.bench.points import SweepPoint
from gpuviz.device import find_device
from gpuviz.engines.request import CpuTimes, CpuTimingRequest, LaunchRequest, Progress
from gpuviz.messages import GpuvizError, KernelFailed, Message
from gpuviz.worker import Workers
from gpuviz.worker.sweeping import Sweeping
from gpuviz.worker.workers import TWINS_LIMIT
from tests.gpu.sweep_checks import assert_swept, request_for, swept

T4 = find_device("t4")


def nothing(share: float) -> None:
    """Hears of progress."""


def test_an_emulated_sweep_models_each_launch_before_the_cpu_has_its_turn() -> None:
    assert_swept(swept(request_for("emulator", T4)), "modelled")


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_a_worker_that_dies_costs_one_point_and_the_sweep_goes_on() -> None:
    request = replace(request_for("emulator", T4), times_cpu=False)
    with Workers() as workers:
        sweeping = Sweeping(request, workers)
        future = sweeping.begin(nothing)
        assert future is not None
        pid = None
        while pid is None:
            pid = workers._replays.pid
        os.kill(pid, signal.SIGKILL)
        wait([future])
        lost = sweeping.settle(future)
        second = sweeping.begin(nothing)
        assert second is not None
        wait([second])
        found = sweeping.settle(second)

    assert lost.message is not None
    assert lost.message.code == "worker.ended"
    assert found.times is not None


class FailingWorkers:
    """Every launch fails in the same way."""

    def __init__(self, error: GpuvizError) -> None:
        self._error = error

    def sweep_launch(
        self, request: LaunchRequest, index: int, on_progress: Progress
    ) -> Future[SweepPoint]:
        future: Future[SweepPoint] = Future()
        future.set_exception(self._error)
        return future

    def sweep_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        raise NotImplementedError


@pytest.mark.parametrize(("kind", "correct"), [(KernelFailed, False), (GpuvizError, None)])
def test_a_kernel_that_breaks_off_is_wrong_and_other_failures_say_nothing_of_it(
    kind: type[GpuvizError], correct: bool | None
) -> None:
    sweeping = Sweeping(
        request_for("emulator", T4), FailingWorkers(kind(Message("test", "it failed")))
    )
    future = sweeping.begin(nothing)
    assert future is not None

    point = sweeping.settle(future)

    assert point.correct is correct
    assert point.message is not None
    assert point.message.text == "it failed"
    assert sweeping.share(0.0) == pytest.approx(1 / 3)


class EndlessTwins:
    """Launches are answered at once; twins are stopped because they do not end."""

    def __init__(self) -> None:
        self.asked = 0

    def sweep_launch(
        self, request: LaunchRequest, index: int, on_progress: Progress
    ) -> Future[SweepPoint]:
        done: Future[SweepPoint] = Future()
        done.set_result(SweepPoint(index, request.size, request.config))
        return done

    def sweep_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        self.asked += 1
        stopped: Future[CpuTimes] = Future()
        stopped.set_exception(GpuvizError(TWINS_LIMIT.message))
        return stopped


def test_twins_that_do_not_end_are_waited_for_once() -> None:
    workers = EndlessTwins()
    request = request_for("emulator", T4)
    sweeping = Sweeping(replace(request, blocks=request.blocks[:1] * 3), workers)
    while (future := sweeping.begin(nothing)) is not None:
        sweeping.settle(future)

    assert workers.asked == 1
    assert len({point.size for point in sweeping.points}) == 2
    for point in sweeping.points:
        assert point.cpu is not None
        assert point.cpu.messages == (TWINS_LIMIT.message,)


def test_points_of_the_same_size_share_their_cpu_times() -> None:
    request = request_for("emulator", T4)
    told = swept(replace(request, sizes=((1000,),) * 3))

    assert [point.index for point in told] == [0, 0, 1, 2]
    assert told[1].cpu is not None
    assert told[2].cpu is told[1].cpu
