"""What a command asks of this machine's GPU; without a driver the question costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeVar

from gpuviz.cli.cluster import ClusterRunner
from gpuviz.engines.cuda_driver import load_driver

if TYPE_CHECKING:
    from gpuviz.engines.probe import Probe
    from gpuviz.worker import JobRunner

T = TypeVar("T")
POLL_S = 0.2  # Ctrl-C does not interrupt an endless wait on Windows


def ask_for_gpu(workers: JobRunner | None = None) -> Probe | None:
    """What the probe says, in a worker; None, without one, where no driver is installed.

    Of a cluster that launches it is known already. Without `workers` it starts one.
    """
    if isinstance(workers, ClusterRunner):
        return workers.probe
    if load_driver() is None:
        return None
    from gpuviz.worker import Workers
    from gpuviz.worker.jobs import ProbeGpu

    with Workers() if workers is None else nullcontext(workers) as asked:
        return answer_of(asked.submit(ProbeGpu()))


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
