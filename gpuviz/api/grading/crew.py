"""Who grades: processes of this machine side by side, or the workers of a Dask cluster."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from queue import Empty, SimpleQueue

from gpuviz.api.grading.grade import Grade, grade, ungraded
from gpuviz.api.grading.job import GradeJob
from gpuviz.cluster.client import done_on
from gpuviz.messages import Message
from gpuviz.web.languages import spoken

LOOK_S = 0.2  # Ctrl+C does not interrupt an endless wait on Windows


def graded_here(jobs: Sequence[GradeJob], at_once: int) -> Generator[Grade, None, None]:
    """Each grade as soon as it is known; `at_once` submissions run side by side.

    Each has a process of its own, so threads that wait for them are enough here. When this is
    closed, or interrupted, those that run are ended.
    """
    cancelled = threading.Event()
    ended: SimpleQueue[Future[Grade]] = SimpleQueue()
    pool = ThreadPoolExecutor(at_once, thread_name_prefix="grading")
    try:
        for job in jobs:
            pool.submit(grade, job, cancelled).add_done_callback(ended.put)
        for _ in jobs:
            yield _next(ended).result()
    finally:
        cancelled.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _next(ended: SimpleQueue[Future[Grade]]) -> Future[Grade]:
    while True:
        with suppress(Empty):
            return ended.get(timeout=LOOK_S)


def graded_on(
    address: str,
    jobs: Sequence[GradeJob],
    at_once: int,
    begun: Callable[[], object] = bool,
) -> Generator[Grade, None, None]:
    """The same by the workers of a cluster: plain `dask worker` processes that have gpuviz.

    What a lost worker had begun is done again by another one. `begun` is called when there is a
    connection. Raises RequestRefused where nobody
    answers at that address, or the workers cannot do it.
    """
    names = [f"gpuviz-grade-{job.fingerprint}" for job in jobs]
    with closing(done_on(address, at_once, told_grade, jobs, names, _told_lost, begun)) as made:
        for _, told in made:
            yield Grade.of(json.loads(told))


def told_grade(job: GradeJob) -> str:
    """The grade as a text: what comes back from another machine is data."""
    return json.dumps(grade(job).to_object())


def _told_lost(job: GradeJob) -> str:
    template = (
        "Each worker of the cluster that graded it was lost: look at it by hand, or grade it"
        " without --cluster."
    )
    with spoken("en"):
        return json.dumps(ungraded(job, Message("grade.lost", template).text).to_object())
