"""Who grades: processes of this machine side by side, or the workers of a Dask cluster."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gpuviz.api.grading.grade import Grade, grade
from gpuviz.api.grading.job import GradeJob
from gpuviz.extras import install_command
from gpuviz.messages import Message, RequestRefused

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"
"""The address of a cluster of processes that is made for this grading, on this machine."""
CONNECT_S = 10
TRIES = 5  # of a submission whose worker was lost; each worker that goes costs one


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
    with _client(address, at_once) as client:
        yield from _graded_by(client, jobs)


def _graded_by(client: Client, jobs: Sequence[GradeJob]) -> Iterator[Grade]:
    from distributed import as_completed as completed

    keys = [f"gpuviz-grade-{job.fingerprint}" for job in jobs]
    futures = client.map(grade, jobs, key=keys, pure=True, retries=TRIES)
    try:
        for future in completed(futures):
            if future.status != "finished":
                raise RequestRefused(_not_done(future.exception()))
            made: Grade = future.result()
            future.release()  # else it is made once more when the worker that has it is lost
            yield made
    finally:
        client.cancel(futures)


@contextmanager
def _client(address: str, at_once: int) -> Iterator[Client]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise RequestRefused(_no_extra()) from None
    logging.getLogger("distributed").setLevel(logging.ERROR)  # lost workers are told by their tries
    if address == LOCAL:
        with (
            LocalCluster(
                n_workers=at_once, threads_per_worker=1, processes=True, dashboard_address=None
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = Client(address, timeout=CONNECT_S)
    except (OSError, ValueError, TimeoutError) as error:
        raise RequestRefused(_nobody(address, error)) from None
    with client:
        yield client


def _no_extra() -> Message:
    template = "A cluster needs a package that is not installed: {command} brings it."
    return Message("cluster.no-extra", template, {"command": install_command("cluster")})


def _nobody(address: str, error: Exception) -> Message:
    template = (
        "No Dask scheduler answers at {address} ({reason}): start one with `dask scheduler`, or see"
        " whether the address is right."
    )
    reason = " ".join(str(error).split()) or type(error).__name__
    return Message("cluster.nobody", template, {"address": address, "reason": reason})


def _not_done(error: BaseException | None) -> Message:
    template = (
        "The cluster could not do it ({reason}): its workers need the same gpuviz and Python as"
        " this machine."
    )
    return Message("cluster.fails", template, {"reason": " ".join(repr(error).split())})
