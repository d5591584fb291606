"""Sweeps through real worker processes."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Future
from dataclasses import replace

import pytest

from gpuviz.bench.points import SweepPoint
from gpuviz.device import find_device
from gpuviz.engines.request import CpuTimes
from gpuviz.messages import GpuvizError, KernelFailed, Message
from gpuviz.worker import Workers
from gpuviz.worker.jobs import TWINS_LIMIT, SweepCpu, SweepLaunch, outcome_of
from gpuviz.worker.sweeping import Sweeping
from tests.gpu.sweep_checks import assert_swept, request_for, swept

T4 = find_device("t4")


@pytest.mark.slow
def test_an_emulated_sweep_models_each_launch_before_the_cpu_has_its_turn() -> None:
    assert_swept(swept(request_for("emulator", T4)), "modelled")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_a_worker_that_dies_costs_one_point_and_the_sweep_goes_on() -> None:
    request = replace(request_for("emulator", T4), times_cpu=False)
    sweeping = Sweeping(request)
    with Workers() as workers:
        job = sweeping.next_job()
        assert job is not None
        future: Future[SweepPoint | CpuTimes] = workers.submit(job)
        pid = None
        while pid is None:
            pid = workers._own["background", "emulator"].pid
        os.kill(pid, signal.SIGKILL)
        outcome = outcome_of(future)
        lost = sweeping.settle(outcome)
        job = sweeping.next_job()
        assert job is not None
        found = sweeping.settle(outcome_of(workers.submit(job)))

    assert lost.message is not None
    assert lost.message.code == "worker.ended"
    assert found.times is not None


@pytest.mark.parametrize(("kind", "correct"), [(KernelFailed, False), (GpuvizError, None)])
def test_a_kernel_that_breaks_off_is_wrong_and_other_failures_say_nothing_of_it(
    kind: type[GpuvizError], correct: bool | None
) -> None:
    sweeping = Sweeping(request_for("emulator", T4))

    point = sweeping.settle(kind(Message("test", "it failed")))

    assert point.correct is correct
    assert point.message is not None
    assert point.message.text == "it failed"
    assert sweeping.share(0.0) == pytest.approx(1 / 3)


def test_twins_that_do_not_end_are_waited_for_once() -> None:
    request = request_for("emulator", T4)
    sweeping, asked = Sweeping(replace(request, blocks=request.blocks[:1] * 3)), 0
    while (job := sweeping.next_job()) is not None:
        if isinstance(job, SweepCpu):
            asked += 1
            sweeping.settle(GpuvizError(TWINS_LIMIT.message))
        else:
            assert isinstance(job, SweepLaunch)
            sweeping.settle(SweepPoint(job.index, job.request.size, job.request.config))

    assert asked == 1
    assert len({point.size for point in sweeping.points}) == 2
    for point in sweeping.points:
        assert point.cpu is not None
        assert point.cpu.messages == (TWINS_LIMIT.message,)


@pytest.mark.slow
def test_points_of_the_same_size_share_their_cpu_times() -> None:
    request = request_for("emulator", T4)
    told = swept(replace(request, sizes=((1000,),) * 3))

    assert [point.index for point in told] == [0, 0, 1, 2]
    assert told[1].cpu is not None
    assert told[2].cpu is told[1].cpu
