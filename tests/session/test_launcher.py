"""The launcher: newest wins, stale answers are dropped, CPU timing waits its turn."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from gpuviz.engines.probe import Probe
from gpuviz.engines.request import (
    CpuTimes,
)
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.session import newest
from gpuviz.session.launcher import Launcher
from tests.session.answers import TRACE, finish, on_another_thread, request, result
from tests.session.fake_workers import FakeWorkers

ERROR = RequestRefused(Message("test", "not today"))


class Log:
    """What the launcher said, in order."""

    def __init__(self, launcher: Launcher) -> None:
        self.lines: list[str] = []
        launcher.started.connect(lambda number: self.lines.append(f"started {number}"))
        launcher.progressed.connect(lambda n, share: self.lines.append(f"progressed {n} {share}"))
        launcher.finished.connect(lambda result: self.lines.append(f"finished {result.number}"))
        launcher.failed.connect(lambda number, error: self.lines.append(f"failed {number} {error}"))
        launcher.cpuTimed.connect(lambda times: self.lines.append(f"timed {times.number}"))
        launcher.busyChanged.connect(lambda busy: self.lines.append(f"busy {busy}"))


@pytest.fixture
def log(launcher: Launcher) -> Log:
    return Log(launcher)


def times(number: int) -> CpuTimes:
    return CpuTimes(number, 0.3, 0.2, 0.1)


def test_a_launch_starts_at_once_reports_and_finishes(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, log: Log
) -> None:
    launcher.launch(request(1))
    with qtbot.waitSignal(launcher.progressed):
        on_another_thread(workers.launches[0][1], 0.5)
    finish(qtbot, launcher, workers, 0)

    expected = ["busy True", "started 1", "progressed 1 0.5", "busy False", "finished 1"]
    assert log.lines == expected


def test_answers_arrive_on_the_thread_of_the_window(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    threads: list[threading.Thread] = []
    launcher.finished.connect(lambda _: threads.append(threading.current_thread()))

    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)

    assert threads == [threading.current_thread()]


def test_of_many_launches_that_wait_only_the_newest_runs(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, log: Log
) -> None:
    for number in (1, 2, 3, 4):
        launcher.launch(request(number))
    with qtbot.waitSignal(launcher.started):
        on_another_thread(workers.launches[0][2].set_result, result(1))
    finish(qtbot, launcher, workers, 1)

    assert workers.launched == [1, 4]
    assert log.lines == ["busy True", "started 1", "started 4", "busy False", "finished 4"]


def test_a_failure_of_an_outdated_launch_is_dropped_too(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, log: Log
) -> None:
    launcher.launch(request(1))
    launcher.launch(request(2))
    with qtbot.waitSignal(launcher.started):
        on_another_thread(workers.launches[0][2].set_exception, ERROR)

    assert log.lines == ["busy True", "started 1", "started 2"]


def test_an_outdated_launch_that_takes_too_long_is_ended(
    qtbot: QtBot, workers: FakeWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "PATIENCE_MS", 0)
    launcher = Launcher(workers)
    launcher.launch(request(1))
    launcher.launch(request(2))

    qtbot.waitUntil(lambda: workers.launched == [1, 2])

    assert workers.launches[0][2].cancelled()
    assert not workers.launches[1][2].done()
    launcher.close()


def test_a_launch_that_is_not_outdated_may_take_as_long_as_it_wants(
    qtbot: QtBot, workers: FakeWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "PATIENCE_MS", 0)
    launcher = Launcher(workers)
    launcher.launch(request(1))
    with qtbot.waitSignal(launcher._launching._patience.timeout):
        pass
    assert not workers.launches[0][2].done()

    launcher.launch(request(2))

    assert workers.launches[0][2].cancelled()
    launcher.close()


def test_a_failure_is_told_with_its_number(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, log: Log
) -> None:
    launcher.launch(request(1))
    with qtbot.waitSignal(launcher.failed):
        on_another_thread(workers.launches[0][2].set_exception, ERROR)

    assert log.lines == ["busy True", "started 1", "busy False", "failed 1 not today"]
    assert workers.timings == []


def test_cancel_ends_the_launch_and_drops_the_one_that_waits(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, log: Log
) -> None:
    launcher.launch(request(1))
    launcher.launch(request(2))

    with qtbot.waitSignal(launcher.busyChanged):
        launcher.cancel()

    assert workers.launches[0][2].cancelled()
    assert workers.launched == [1]
    assert log.lines == ["busy True", "started 1", "busy False"]


def test_the_cpu_is_timed_after_the_launch(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, log: Log
) -> None:
    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)
    qtbot.waitUntil(lambda: len(workers.timings) == 1)
    with qtbot.waitSignal(launcher.cpuTimed):
        on_another_thread(workers.timings[0][1].set_result, times(1))

    assert workers.timings[0][0].size == (100,)
    assert log.lines[-2:] == ["finished 1", "timed 1"]


def test_a_new_launch_ends_the_timing_and_its_answer_is_dropped(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, log: Log
) -> None:
    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)
    qtbot.waitUntil(lambda: len(workers.timings) == 1)

    launcher.launch(request(2))
    finish(qtbot, launcher, workers, 1)

    assert workers.timings[0][1].cancelled()
    assert not any(line.startswith("timed") for line in log.lines)


def test_a_timing_makes_way_for_a_replay_and_begins_anew_after_it(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, log: Log
) -> None:
    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)
    qtbot.waitUntil(lambda: len(workers.timings) == 1)

    launcher.replays.follow(TRACE, [2])
    assert workers.timings[0][1].cancelled()
    with qtbot.waitSignal(launcher.replays.followed):
        on_another_thread(workers.follows[0][3].set_result, TRACE)
    qtbot.waitUntil(lambda: len(workers.timings) == 2)
    with qtbot.waitSignal(launcher.cpuTimed):
        on_another_thread(workers.timings[1][1].set_result, times(1))

    assert log.lines[-1] == "timed 1"


def test_times_of_the_same_size_are_remembered_and_those_of_another_are_not(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, log: Log
) -> None:
    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)
    qtbot.waitUntil(lambda: len(workers.timings) == 1)
    with qtbot.waitSignal(launcher.cpuTimed):
        on_another_thread(workers.timings[0][1].set_result, times(1))

    other_block = replace(request(2), config=LaunchConfig(Dim3(2), Dim3(64)))
    launcher.launch(other_block)
    with qtbot.waitSignal(launcher.cpuTimed):
        finish(qtbot, launcher, workers, 1)
    launcher.launch(request(3, size=200))
    finish(qtbot, launcher, workers, 2)
    qtbot.waitUntil(lambda: len(workers.timings) == 2)

    assert "timed 2" in log.lines
    assert workers.timings[1][0].size == (200,)


def test_a_timing_that_fails_gives_no_times_and_says_why(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)
    qtbot.waitUntil(lambda: len(workers.timings) == 1)
    with qtbot.waitSignal(launcher.cpuTimed) as blocker:
        on_another_thread(workers.timings[0][1].set_exception, ERROR)

    assert blocker.args is not None
    assert blocker.args[0] == CpuTimes(1, None, None, None, (ERROR.message,))


def test_no_cpu_timing_when_it_is_not_wanted(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.set_cpu_timing(False)

    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)
    launcher.launch(request(2))
    finish(qtbot, launcher, workers, 1)

    assert workers.timings == []


def test_a_launch_from_the_slot_that_hears_of_the_last_one_comes_before_its_timing(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    launcher.finished.connect(
        lambda done: launcher.launch(request(2)) if done.number == 1 else None
    )

    launcher.launch(request(1))
    finish(qtbot, launcher, workers, 0)

    assert workers.launched == [1, 2]
    assert launcher.busy
    assert workers.timings == []


@pytest.mark.parametrize("answer", [Probe(False, None, Message("test", "none")), ERROR])
def test_the_probe_answers_also_when_it_fails(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, answer: Probe | GpuvizError
) -> None:
    launcher.probe()
    future = workers.probes[0]
    give = future.set_exception if isinstance(answer, GpuvizError) else future.set_result
    with qtbot.waitSignal(launcher.probed) as blocker:
        on_another_thread(give, answer)

    assert blocker.args is not None
    assert blocker.args[0].message is answer.message
    assert not blocker.args[0].usable


def test_close_ends_the_workers_and_nothing_is_said_any_more(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, log: Log
) -> None:
    launcher.launch(request(1))
    said = list(log.lines)

    launcher.close()
    QCoreApplication.processEvents()

    assert workers.closed
    assert workers.launches[0][2].cancelled()
    assert log.lines == said


@pytest.mark.slow
def test_real_workers_run_and_leave_no_thread_behind(qtbot: QtBot) -> None:
    threads = set(threading.enumerate())
    launcher = Launcher()
    launcher.set_cpu_timing(False)

    with qtbot.waitSignal(launcher.finished, timeout=120_000) as blocker:
        launcher.launch(request(1))
    launcher.close()

    assert blocker.args is not None
    assert blocker.args[0].correct is True
    assert set(threading.enumerate()) == threads
