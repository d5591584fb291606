"""Who grades: processes of this machine side by side, or the workers of a Dask cluster."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from gpuviz.api.grading.grade import Grade, grade
from gpuviz.api.grading.job import GradeJob
from gpuviz.cluster.client import done_on


def graded_here(jobs: Sequence[GradeJob], at_once: int) -> Iterator[Grade]:
    """Each grade as soon as it is known; `at_once` submissions run side by side.

    Each has a process of its own, so threads that wait for them are enough here.
    """
    pool = ThreadPoolExecutor(at_once, thread_name_prefix="grading")
    try:
        for done in as_completed([pool.submit(grade, job) for job in jobs]):
            yield done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def graded_on(address: str, jobs: Sequence[GradeJob], at_once: int) -> Iterator[Grade]:
    """The same by the workers of a cluster: plain `dask worker` processes that have gpuviz.

    What a lost worker had begun is done again by another one. Raises RequestRefused where nobody
    answers at that address, or the workers cannot do it.
    """
    names = [f"gpuviz-grade-{job.fingerprint}" for job in jobs]
    for _, told in done_on(address, at_once, told_grade, jobs, names):
        yield Grade.of(json.loads(told))


def told_grade(job: GradeJob) -> str:
    """The grade as a text: what comes back from another machine is data."""
    return json.dumps(grade(job).to_object())
