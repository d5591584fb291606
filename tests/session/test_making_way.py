"""Launches, replays, sweeps and CPU timings: who waits for whom."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from gpuviz.bench.points import SweepPoint
from gpuviz.session.launcher import Launcher
from tests.session.answers import SWEEP_WITHOUT_CPU, TRACE, finish, on_another_thread, request
from tests.session.fake_workers import FakeWorkers

ONE_POINT = replace(SWEEP_WITHOUT_CPU, sizes=((64,),), blocks=SWEEP_WITHOUT_CPU.blocks[:1])


def finish_sweep(qtbot: QtBot, launcher: Launcher, workers: FakeWorkers) -> None:
    index, future = workers.swept[-1]
    with qtbot.waitSignal(launcher.sweeps.finished):
        on_another_thread(future.set_result, SweepPoint(index, (64,), None))


def test_a_launch_ends_the_step_of_a_sweep_which_is_begun_again_after_it(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.set_cpu_timing(False)
    launcher.sweeps.start(ONE_POINT)

    launcher.launch(request(1))
    assert workers.swept[0][1].cancelled()
    finish(qtbot, launcher, workers, 0)
    qtbot.waitUntil(lambda: len(workers.swept) == 2)
    finish_sweep(qtbot, launcher, workers)

    assert not launcher.sweeps.busy


def test_a_replay_ends_the_step_of_a_sweep_which_is_begun_again_after_it(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.sweeps.start(ONE_POINT)

    launcher.replays.follow(TRACE, [2])
    assert workers.swept[0][1].cancelled()
    with qtbot.waitSignal(launcher.replays.followed):
        on_another_thread(workers.follows[0][3].set_result, TRACE)

    qtbot.waitUntil(lambda: len(workers.swept) == 2)


def test_a_timing_makes_way_for_a_sweep_and_begins_anew_after_it(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)
    qtbot.waitUntil(lambda: len(workers.timings) == 1)

    launcher.sweeps.start(ONE_POINT)
    assert workers.timings[0][1].cancelled()
    finish_sweep(qtbot, launcher, workers)

    qtbot.waitUntil(lambda: len(workers.timings) == 2)


def test_the_times_of_a_launch_in_the_middle_of_a_sweep_wait_for_its_end(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.sweeps.start(ONE_POINT)
    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)
    qtbot.waitUntil(lambda: len(workers.swept) == 2)
    assert workers.timings == []

    finish_sweep(qtbot, launcher, workers)

    qtbot.waitUntil(lambda: len(workers.timings) == 1)


def test_closing_ends_a_sweep(qtbot: QtBot, launcher: Launcher, workers: FakeWorkers) -> None:
    launcher.sweeps.start(ONE_POINT)

    launcher.close()

    assert workers.swept[0][1].cancelled()
    assert not launcher.sweeps.busy
