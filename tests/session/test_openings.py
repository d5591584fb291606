"""Recordings are read in another process: of several asked for, the newest is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.messages import Message, RequestRefused
from gpuviz.session.openings import Openings
from tests.helpers.traces import vector_add
from tests.session.fake_workers import FakeWorkers


@pytest.fixture
def workers() -> FakeWorkers:
    return FakeWorkers()


def test_a_recording_comes_with_the_name_of_its_file(qtbot: QtBot, workers: FakeWorkers) -> None:
    openings, trace = Openings(workers), vector_add()

    with qtbot.waitSignal(openings.opened) as opened:
        openings.open(Path("folder") / "a.gpuviz")
        assert openings.busy
        path, _, future = workers.openings[0]
        future.set_result(trace)

    assert opened.args == [trace, "a.gpuviz"]
    assert path.is_absolute()
    assert not openings.busy


def test_a_recording_that_is_refused_is_told(qtbot: QtBot, workers: FakeWorkers) -> None:
    openings, refusal = Openings(workers), RequestRefused(Message("trace.unreadable", "no"))

    with qtbot.waitSignal(openings.failed) as failed:
        openings.open(Path("a.gpuviz"))
        workers.openings[0][2].set_exception(refusal)

    assert failed.args == [refusal]


def test_the_share_that_is_read_is_told(qtbot: QtBot, workers: FakeWorkers) -> None:
    openings = Openings(workers)
    openings.open(Path("a.gpuviz"))

    with qtbot.waitSignal(openings.progressed) as told:
        workers.openings[0][1](0.25)

    assert told.args == [0.25]


def test_nothing_comes_of_a_recording_that_is_cancelled(qtbot: QtBot, workers: FakeWorkers) -> None:
    openings = Openings(workers)
    openings.open(Path("a.gpuviz"))

    with (
        qtbot.waitSignal(openings.busyChanged, check_params_cb=lambda busy: not busy),
        qtbot.assertNotEmitted(openings.opened),
        qtbot.assertNotEmitted(openings.failed),
    ):
        openings.cancel()

    assert workers.openings[0][2].cancelled()


def test_a_closed_window_ends_the_reading(workers: FakeWorkers, qtbot: QtBot) -> None:
    openings = Openings(workers)
    openings.open(Path("a.gpuviz"))

    openings.close()

    assert workers.openings[0][2].cancelled()
