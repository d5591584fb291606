"""What a command asks of this machine's GPU; without a driver the question costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from gpuviz.cli.cluster import ClusterRunner
from gpuviz.engines.cuda_driver import load_driver
from gpuviz.engines.probe import Probe
from gpuviz.worker import JobRunner
from gpuviz.worker.jobs import ProbeGpu

T = TypeVar("T")
POLL_S = 0.2  # Ctrl-C does not interrupt an endless wait on Windows


def ask_for_gpu(workers: JobRunner) -> Probe | None:
    """What the probe says, in a worker; None, without one, where no driver is installed.

    Of a cluster that launches it is known already.
    """
    if isinstance(workers, ClusterRunner):
        return workers.probe
    return None if load_driver() is None else answer_of(workers.submit(ProbeGpu()))


def answer_of(future: Future[T], waits: Callable[[], object] = bool) -> T:
    """Waits for a future in a way that Ctrl-C interrupts on every platform.

    `waits` is called again and again meanwhile.
    """
    return answered(future, waits).result()


def answered(future: Future[T], waits: Callable[[], object] = bool) -> Future[T]:
    """The same future, done."""
    while not wait([future], POLL_S).done:
        waits()
    return future
