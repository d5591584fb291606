"""Sweeps in the window's process: points come in order, and launches come first."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from gpuviz.bench.points import SweepPoint
from gpuviz.launch import Dim3
from gpuviz.messages import Message, NotSupportedError, RequestRefused
from gpuviz.session import sweeps as sweeps_module
from gpuviz.session.launcher import Launcher
from gpuviz.session.sweeps import Sweeps
from tests.session.answers import SWEEP, SWEEP_WITHOUT_CPU
from tests.session.sweep_workers import FakeSweepWorkers

UNLAUNCHABLE = replace(SWEEP, blocks=(Dim3(2048), Dim3(2048)))
ERROR = RequestRefused(Message("test", "not this size"))
UNSUPPORTED = NotSupportedError(Message("test", "not this kernel"))


@pytest.fixture
def workers() -> FakeSweepWorkers:
    return FakeSweepWorkers()


@pytest.fixture
def sweeps(
    qtbot: QtBot, workers: FakeSweepWorkers, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Sweeps]:
    monkeypatch.setattr(sweeps_module, "REST_MS", 0)
    made = Sweeps(workers)
    yield made
    made.close()


@pytest.fixture
def points(sweeps: Sweeps) -> list[SweepPoint]:
    heard: list[SweepPoint] = []
    sweeps.pointReady.connect(heard.append)
    return heard


@pytest.fixture
def log(sweeps: Sweeps) -> list[str]:
    lines: list[str] = []
    sweeps.started.connect(lambda request: lines.append(f"started {request.number}"))
    sweeps.pointReady.connect(lambda point: lines.append(f"point {point.index}"))
    sweeps.finished.connect(lambda request: lines.append(f"finished {request.number}"))
    sweeps.failed.connect(lambda error: lines.append(f"failed: {error}"))
    sweeps.busyChanged.connect(lambda busy: lines.append("busy" if busy else "idle"))
    return lines


def finish_step(qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers) -> None:
    with qtbot.waitSignal(sweeps.pointReady):
        workers.steps[-1].finish()


def test_each_point_comes_with_its_launch_and_again_with_its_cpu_times(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers, points: list[SweepPoint]
) -> None:
    sweeps.start(SWEEP)
    for _ in range(3):
        finish_step(qtbot, sweeps, workers)
    with qtbot.waitSignal(sweeps.finished):
        workers.steps[-1].finish()

    assert workers.begun == [("launch", 64), ("cpu", 64), ("launch", 128), ("cpu", 128)]
    assert [(point.index, point.cpu is not None) for point in points] == [
        (0, False),
        (0, True),
        (1, False),
        (1, True),
    ]
    assert all(point.times is not None for point in points)


def test_a_sweep_tells_when_it_starts_and_ends(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers, log: list[str]
) -> None:
    sweeps.start(SWEEP_WITHOUT_CPU)
    finish_step(qtbot, sweeps, workers)
    with qtbot.waitSignal(sweeps.finished):
        workers.steps[-1].finish()

    assert log == ["busy", "started 7", "point 0", "point 1", "idle", "finished 7"]
    assert not sweeps.busy


def test_progress_grows_with_every_step_and_with_the_share_of_a_launch(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers
) -> None:
    shares: list[float] = []
    sweeps.progressed.connect(shares.append)

    sweeps.start(SWEEP)
    with qtbot.waitSignal(sweeps.progressed):
        workers.steps[0].progress(0.5)
    finish_step(qtbot, sweeps, workers)
    finish_step(qtbot, sweeps, workers)

    assert shares == [0.125, 0.25, 0.5]


def test_a_launch_that_fails_is_a_point_with_its_reason_and_the_sweep_goes_on(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers, points: list[SweepPoint]
) -> None:
    sweeps.start(SWEEP)
    with qtbot.waitSignal(sweeps.pointReady):
        workers.steps[0].fail(ERROR)

    assert points[0].message is ERROR.message
    assert points[0].times is None
    assert workers.begun == [("launch", 64), ("launch", 128)]


def test_a_kernel_that_no_point_can_run_ends_the_sweep(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers, log: list[str]
) -> None:
    sweeps.start(SWEEP)
    with qtbot.waitSignal(sweeps.failed):
        workers.steps[0].fail(UNSUPPORTED)

    assert log == ["busy", "started 7", "idle", "failed: not this kernel"]
    assert len(workers.steps) == 1


def test_cpu_times_that_fail_say_why_and_the_sweep_goes_on(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers, points: list[SweepPoint]
) -> None:
    sweeps.start(SWEEP)
    finish_step(qtbot, sweeps, workers)
    with qtbot.waitSignal(sweeps.pointReady):
        workers.steps[-1].fail(ERROR)

    assert points[-1].cpu is not None
    assert points[-1].cpu.messages == (ERROR.message,)
    assert workers.begun[-1] == ("launch", 128)


def test_a_block_that_cannot_be_launched_is_told_without_a_launch(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers, points: list[SweepPoint]
) -> None:
    with qtbot.waitSignal(sweeps.pointReady):
        sweeps.start(replace(SWEEP_WITHOUT_CPU, blocks=(Dim3(2048), Dim3(32))))

    assert points[0].message is not None
    assert "2048 threads" in points[0].message.text
    assert workers.begun == [("launch", 128)]


def test_a_sweep_of_which_nothing_can_be_launched_does_not_start(
    sweeps: Sweeps, workers: FakeSweepWorkers, log: list[str]
) -> None:
    sweeps.start(UNLAUNCHABLE)

    assert len(log) == 1
    assert log[0].startswith("failed: A block of 2048 threads")
    assert workers.steps == []


def test_cancel_ends_the_step_that_runs_and_nothing_comes_after_it(
    sweeps: Sweeps, workers: FakeSweepWorkers, log: list[str]
) -> None:
    sweeps.start(SWEEP)
    sweeps.cancel()
    QCoreApplication.processEvents()

    assert workers.steps[0].future.cancelled()
    assert log == ["busy", "started 7", "idle"]
    assert len(workers.steps) == 1


def test_the_process_that_cancel_ends_is_started_again_for_the_replays_that_share_it(
    sweeps: Sweeps, workers: FakeSweepWorkers
) -> None:
    sweeps.cancel()
    assert workers.prepared == 0

    sweeps.start(SWEEP)
    sweeps.cancel()

    assert workers.prepared == 1


def test_an_answer_that_was_on_its_way_when_the_sweep_was_cancelled_is_dropped(
    sweeps: Sweeps, workers: FakeSweepWorkers, log: list[str]
) -> None:
    sweeps.start(SWEEP)
    workers.steps[0].finish()
    sweeps.cancel()
    QCoreApplication.processEvents()

    assert log == ["busy", "started 7", "idle"]


def test_a_new_sweep_takes_the_place_of_the_one_that_runs(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers, log: list[str]
) -> None:
    sweeps.start(SWEEP)
    sweeps.start(replace(SWEEP, number=8, sizes=((32,), (64,))))
    finish_step(qtbot, sweeps, workers)

    assert workers.steps[0].future.cancelled()
    assert workers.begun == [("launch", 64), ("launch", 32), ("cpu", 32)]
    assert log[-2:] == ["started 8", "point 0"]


def test_a_resting_sweep_begins_its_step_again_afterwards(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers
) -> None:
    sweeps.start(SWEEP)
    finish_step(qtbot, sweeps, workers)

    sweeps.rest(True)
    assert workers.steps[-1].future.cancelled()
    assert sweeps.busy
    sweeps.rest(False)
    qtbot.waitUntil(lambda: len(workers.steps) == 3)

    assert workers.begun[1:] == [("cpu", 64), ("cpu", 64)]


def test_a_sweep_that_starts_while_launches_run_waits_for_their_end(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers, log: list[str]
) -> None:
    sweeps.rest(True)
    sweeps.start(SWEEP)
    assert (workers.steps, log) == ([], ["busy", "started 7"])

    sweeps.rest(False)

    qtbot.waitUntil(lambda: workers.begun == [("launch", 64)])


def test_a_resting_sweep_can_be_cancelled(
    qtbot: QtBot, sweeps: Sweeps, workers: FakeSweepWorkers
) -> None:
    sweeps.start(SWEEP)
    sweeps.rest(True)
    sweeps.cancel()
    sweeps.rest(False)
    QCoreApplication.processEvents()

    assert not sweeps.busy
    assert len(workers.steps) == 1


def test_close_ends_the_sweep_and_nothing_is_said_any_more(
    sweeps: Sweeps, workers: FakeSweepWorkers, log: list[str]
) -> None:
    sweeps.start(SWEEP)
    said = list(log)

    sweeps.close()
    QCoreApplication.processEvents()

    assert workers.steps[0].future.cancelled()
    assert log == said
    assert workers.prepared == 0


@pytest.mark.slow
def test_real_workers_sweep_and_leave_no_thread_behind(qtbot: QtBot) -> None:
    threads = set(threading.enumerate())
    launcher = Launcher()
    points: list[SweepPoint] = []
    launcher.sweeps.pointReady.connect(points.append)

    with qtbot.waitSignal(launcher.sweeps.finished, timeout=120_000):
        launcher.sweeps.start(replace(SWEEP, cpu_budget_seconds=0.05))
    launcher.close()

    assert [point.index for point in points] == [0, 0, 1, 1]
    assert all(point.correct for point in points)
    assert points[-1].cpu is not None
    assert points[-1].cpu.one_thread_s is not None
    assert set(threading.enumerate()) == threads
