"""The launch that is shown, modelled on every device: the newest counts, CPU timings wait."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.model.everywhere import on_device
from gpuviz.model.on_device import OnDevice
from gpuviz.session.everywhere import ModelledEverywhere
from gpuviz.session.launcher import Launcher
from gpuviz.trace import Trace
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
    launcher.everywhere.ask(trace)

    with qtbot.waitSignal(launcher.everywhere.modelled) as told:
        workers.modelled[0].set_result(rows)

    assert told.args == [ModelledEverywhere(trace, rows)]


def test_what_is_asked_meanwhile_comes_after_and_alone_is_answered(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers, rows: tuple[OnDevice, ...]
) -> None:
    answers: list[ModelledEverywhere] = []
    launcher.everywhere.modelled.connect(answers.append)
    launcher.everywhere.ask(emulated("vector_add"))
    launcher.everywhere.ask(emulated("saxpy"))

    workers.modelled[0].set_result(rows)
    qtbot.waitUntil(lambda: len(workers.modelled) == 2)
    with qtbot.waitSignal(launcher.everywhere.modelled):
        workers.modelled[1].set_result(rows)

    assert [answer.of.kernel for answer in answers] == ["saxpy"]


def test_a_failure_is_told_with_its_launch(
    qtbot: QtBot, launcher: Launcher, workers: FakeWorkers
) -> None:
    told: list[tuple[Trace, GpuvizError]] = []
    launcher.everywhere.failed.connect(lambda of, error: told.append((of, error)))
    error = RequestRefused(Message("test", "not today"))
    launcher.everywhere.ask(emulated("vector_add"))

    with qtbot.waitSignal(launcher.everywhere.failed):
        workers.modelled[0].set_exception(error)

    assert told == [(emulated("vector_add"), error)]
