"""A job that is over is let go, with the launch that it was about."""

from __future__ import annotations

import weakref
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.engines.request import LongLoop, Progress
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.session.newest import NewestJob
from gpuviz.worker.jobs import Job, unheard
from tests.session.answers import on_another_thread
from tests.session.fake_workers import FakeWorkers

T = TypeVar("T")
ERROR = RequestRefused(Message("test", "not today"))


class Launch:
    """Stands for a large trace."""


@dataclass(frozen=True)
class Look(Job[int]):
    """A job with a launch."""

    launch: Launch

    def run(self, progress: Progress) -> int:
        raise NotImplementedError


class ForgetfulWorkers:
    """Workers that hold nothing of a job but the future of its answer."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, job: Job[T], on_progress: Progress = unheard) -> Future[T]:
        on_progress(0.5)
        self.futures.append(Future())
        return self.futures[-1]

    def shutdown(self) -> None:
        """Ends nothing."""


Heard = list[tuple[object, ...]]


def asking(workers: FakeWorkers) -> tuple[NewestJob[str, int], Heard]:
    """Who asks them, and all that is told, in order."""
    job, heard = NewestJob[str, int](workers), Heard()
    job.began.connect(lambda about: heard.append(("began", about)))
    job.progressed.connect(lambda share: heard.append(("progressed", share)))
    job.lingered.connect(lambda loop: heard.append(("lingered", loop)))
    job.answered.connect(lambda about, answer: heard.append(("answered", about, answer)))
    job.failed.connect(lambda about, error: heard.append(("failed", about, error)))
    job.busyChanged.connect(lambda busy: heard.append(("busy", busy)))
    return job, heard


def ask(job: NewestJob[Launch, int]) -> weakref.ref[Launch]:
    """Asks about a launch that nobody else holds."""
    launch = Launch()
    job.ask(Look(launch), launch)
    return weakref.ref(launch)


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_job_that_is_over_holds_nothing(qtbot: QtBot, cancelled: bool) -> None:
    workers = ForgetfulWorkers()
    job = NewestJob[Launch, int](workers)
    launch = ask(job)
    assert launch() is not None

    if cancelled:
        job.cancel()
    else:
        workers.futures[0].set_result(1)
    qtbot.waitUntil(lambda: not job.busy)

    assert launch() is None


def test_the_answer_tells_what_it_was_about(qtbot: QtBot) -> None:
    workers = FakeWorkers()
    job, heard = asking(workers)
    job.ask(Look(Launch()), "a launch")
    assert job.about == "a launch"

    on_another_thread(workers.asked[0].progress, 0.5)
    on_another_thread(workers.asked[0].progress, LongLoop(7, 1 << 40))
    on_another_thread(workers.asked[0].future.set_result, 3)
    qtbot.waitUntil(lambda: not job.busy)

    assert heard == [
        ("busy", True),
        ("began", "a launch"),
        ("progressed", 0.5),
        ("lingered", LongLoop(7, 1 << 40)),
        ("busy", False),
        ("answered", "a launch", 3),
    ]
    assert job.about is None


def test_a_failure_tells_what_it_was_about(qtbot: QtBot) -> None:
    workers = FakeWorkers()
    job, heard = asking(workers)
    job.ask(Look(Launch()), "a launch")

    on_another_thread(workers.asked[0].future.set_exception, ERROR)
    qtbot.waitUntil(lambda: not job.busy)

    assert heard[-1] == ("failed", "a launch", ERROR)


@pytest.mark.parametrize("outcome", [1, ERROR])
def test_of_an_outdated_job_nothing_is_told(qtbot: QtBot, outcome: int | GpuvizError) -> None:
    workers = FakeWorkers()
    job, heard = asking(workers)
    for about in ("first", "second", "third"):
        job.ask(Look(Launch()), about)
    workers.asked[0].progress(0.5)
    if isinstance(outcome, GpuvizError):
        workers.asked[0].future.set_exception(outcome)
    else:
        workers.asked[0].future.set_result(outcome)
    qtbot.waitUntil(lambda: len(workers.asked) == 2)
    workers.asked[1].future.set_result(3)
    qtbot.waitUntil(lambda: not job.busy)

    assert heard == [
        ("busy", True),
        ("began", "first"),
        ("began", "third"),
        ("busy", False),
        ("answered", "third", 3),
    ]


def test_after_cancel_the_next_job_begins_at_once(qtbot: QtBot) -> None:
    workers = FakeWorkers()
    job, heard = asking(workers)
    job.ask(Look(Launch()), "first")

    assert job.cancel()
    job.ask(Look(Launch()), "second")
    assert len(workers.asked) == 2
    workers.asked[1].future.set_result(2)
    qtbot.waitUntil(lambda: not job.busy)

    assert heard[-2:] == [("busy", False), ("answered", "second", 2)]


def test_a_closed_one_ends_its_job_and_says_nothing(qtbot: QtBot) -> None:
    workers = FakeWorkers()
    job, heard = asking(workers)
    job.ask(Look(Launch()), "first")
    said = list(heard)

    job.close()

    assert workers.asked[0].future.cancelled()
    assert heard == said
    assert not job.cancel()
