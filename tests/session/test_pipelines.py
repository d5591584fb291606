"""Pipelines as Qt signals, and who makes way for whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.messages import Message, RequestRefused
from gpuviz.session import newest
from gpuviz.session.launcher import Launcher
from tests.session.answers import SWEEP_WITHOUT_CPU, finish, on_another_thread, request
from tests.session.fake_workers import FakeWorkers


def pipeline(number: int) -> LaunchRequest:
    path = Path(__file__)  # nobody reads it: the answers are the test's own
    return LaunchRequest(number, path, (8,), None, "emulator", find_device("t4"))


def answer(number: int) -> LaunchResult:
    return LaunchResult(number, (), True, 0.0, 0.1, whole=())


def test_a_pipeline_starts_progresses_and_finishes(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    heard: list[tuple[object, ...]] = []
    launcher.started.connect(lambda number: heard.append(("started", number)))
    launcher.progressed.connect(lambda *told: heard.append(("progressed", *told)))

    launcher.launch(pipeline(3))
    _, progress, future = workers.launches[0]
    with qtbot.waitSignal(launcher.progressed):
        on_another_thread(progress, 0.25)
    with qtbot.waitSignal(launcher.finished) as finished:
        on_another_thread(future.set_result, answer(3))

    assert heard == [("started", 3), ("progressed", 3, 0.25)]
    assert finished.args[0].number == 3
    assert not launcher.busy


def test_a_pipeline_that_cannot_begin_is_told_with_its_sentence(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.launch(pipeline(4))

    with qtbot.waitSignal(launcher.failed) as failed:
        error = RequestRefused(Message("test", "There is no such file."))
        on_another_thread(workers.launches[0][2].set_exception, error)

    assert failed.args[0] == 4
    assert str(failed.args[1]) == "There is no such file."


def test_a_cancelled_pipeline_says_only_that_nobody_is_busy(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.launch(pipeline(5))

    with (
        qtbot.assertNotEmitted(launcher.finished),
        qtbot.waitSignal(launcher.busyChanged) as changed,
    ):
        launcher.cancel()

    assert changed.args == [False]


def test_a_pipeline_ends_the_launch_that_runs_and_a_launch_ends_the_pipeline(
    qtbot: QtBot, workers: FakeWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "PATIENCE_MS", 0)
    launcher = Launcher(workers)
    launcher.launch(request(1))

    launcher.launch(pipeline(2))
    qtbot.waitUntil(lambda: workers.launched == [1, 2])
    assert workers.launches[0][2].cancelled()
    launcher.launch(request(3))
    qtbot.waitUntil(lambda: workers.launched == [1, 2, 3])

    assert workers.launches[1][2].cancelled()
    launcher.close()


def test_the_twins_of_a_pipeline_are_timed_after_it(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.launch(pipeline(6))
    on_another_thread(workers.launches[0][2].set_result, answer(6))

    qtbot.waitUntil(lambda: len(workers.timings) == 1)

    asked, _ = workers.timings[0]
    assert (asked.number, asked.operation, asked.size) == (6, Path(__file__), (8,))


def test_a_timing_and_a_sweep_make_way_for_a_pipeline(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)
    qtbot.waitUntil(lambda: len(workers.timings) == 1)
    launcher.sweeps.start(SWEEP_WITHOUT_CPU)

    launcher.launch(pipeline(2))

    assert workers.timings[0][1].cancelled()
    assert workers.swept[0][1].cancelled()
