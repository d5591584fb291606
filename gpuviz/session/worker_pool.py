"""The worker processes of a window, none before its first job.

Nothing of gpuviz.worker is imported before: a window opens sooner without. Whoever asks for a job
imports it in the function that asks.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from gpuviz.engines.request import Progress
    from gpuviz.worker import Workers
    from gpuviz.worker.jobs import Job

T = TypeVar("T")


class WorkerPool:
    """A JobRunner that makes Workers for its first job."""

    def __init__(self) -> None:
        self._workers: Workers | None = None

    def submit(self, job: Job[T], *on_progress: Progress) -> Future[T]:
        """Begins a job, or lets it wait its turn."""
        if self._workers is None:
            from gpuviz.worker import Workers

            self._workers = Workers()
        return self._workers.submit(job, *on_progress)

    def shutdown(self) -> None:
        """Ends all processes and threads; what runs is cancelled."""
        if self._workers is not None:
            self._workers.shutdown()
