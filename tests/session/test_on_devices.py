"""The launch that is shown, modelled on every device: the newest counts, CPU timings wait."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.model.everywhere import on_device
from gpuviz.model.on_device import OnDevice
from gpuviz.session.launcher import Launcher
from gpuviz.trace import Trace
from gpuviz.worker.jobs import ModelOnDevices
from tests.helpers.launches import emulated
from tests.session.fake_workers import FakeWorkers

COPIED = (8e3, 4e3)


@pytest.fixture
def workers() -> FakeWorkers:
    return FakeWorkers()


@pytest.fixture
def launcher(qtbot: QtBot, workers: FakeWorkers) -> Iterator[Launcher]:
    made = Launcher(workers)
    yield made
    made.close()


@pytest.fixture(scope="module")
def rows() -> tuple[OnDevice, ...]:
    return (on_device(emulated("vector_add"), find_device("t4"), COPIED),)


def test_the_answer_comes_with_the_launch_that_was_asked(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, rows: tuple[OnDevice, ...]
) -> None:
    trace = emulated("vector_add")
    launcher.on_devices.ask(ModelOnDevices.of(trace), trace)

    with qtbot.waitSignal(launcher.on_devices.answered) as told:
        workers.modelled[0].set_result(rows)

    assert told.args == [trace, rows]


def test_what_is_asked_meanwhile_comes_after_and_alone_is_answered(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, rows: tuple[OnDevice, ...]
) -> None:
    answers: list[str] = []
    launcher.on_devices.answered.connect(lambda of, rows: answers.append(of.kernel))
    for trace in (emulated("vector_add"), emulated("saxpy")):
        launcher.on_devices.ask(ModelOnDevices.of(trace), trace)

    workers.modelled[0].set_result(rows)
    qtbot.waitUntil(lambda: len(workers.modelled) == 2)
    with qtbot.waitSignal(launcher.on_devices.answered):
        workers.modelled[1].set_result(rows)

    assert answers == ["saxpy"]


def test_a_failure_is_told_with_its_launch(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    told: list[tuple[Trace, GpuvizError]] = []
    launcher.on_devices.failed.connect(lambda of, error: told.append((of, error)))
    error = RequestRefused(Message("test", "not today"))
    trace = emulated("vector_add")
    launcher.on_devices.ask(ModelOnDevices.of(trace), trace)

    with qtbot.waitSignal(launcher.on_devices.failed):
        workers.modelled[0].set_exception(error)

    assert told == [(emulated("vector_add"), error)]
