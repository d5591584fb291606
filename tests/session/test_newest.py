"""A job that is over is let go, with the launch that it was about."""

from __future__ import annotations

import weakref
from concurrent.futures import Future
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.engines.request import Progress
from gpuviz.session.newest import NewestJob


class Launch:
    """Stands for a large trace."""


def ask(job: NewestJob) -> tuple[weakref.ref[Launch], Future[Any]]:
    """Asks about a launch that nobody else holds."""
    about, answer = Launch(), Future[Any]()

    def start(progress: Progress, launch: Launch = about) -> Future[Any]:
        progress(0.5)
        return answer

    job.ask(start, about)
    return weakref.ref(about), answer


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_job_that_is_over_holds_nothing(qtbot: QtBot, cancelled: bool) -> None:
    job = NewestJob()
    launch, answer = ask(job)
    assert launch() is not None

    if cancelled:
        job.cancel()
    else:
        answer.set_result(1)
    qtbot.waitUntil(lambda: not job.busy)

    assert launch() is None


def test_the_answer_tells_what_it_was_about(qtbot: QtBot) -> None:
    job, told = NewestJob(), list[tuple[object, int]]()
    job.settled.connect(lambda about, future: told.append((about, future.result())))
    answers = [Future[Any](), Future[Any]()]
    job.ask(lambda progress: answers[0], "first")
    job.ask(lambda progress: answers[1], "second")

    answers[0].set_result(1)
    answers[1].set_result(2)
    qtbot.waitUntil(lambda: not job.busy)

    assert told == [("second", 2)]
