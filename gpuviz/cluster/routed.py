"""A JobRunner of two: what a cluster can do is done there while there is one, the rest here."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from gpuviz.cluster.remote_workers import RemoteWorkers
    from gpuviz.engines.request import Progress
    from gpuviz.worker.jobs import Job, JobRunner

T = TypeVar("T")


class RoutedRunner:
    """Asks `there` for what travels, unless it is None, and whoever is here for the rest."""

    def __init__(self, here: JobRunner, there: RemoteWorkers | None = None) -> None:
        self.here = here
        self.there = there

    def submit(self, job: Job[T], *on_progress: Progress) -> Future[T]:
        """Begins a job, or lets it wait its turn."""
        if self.there is not None:
            from gpuviz.cluster.parcel import travels

            if travels(job):
                return self.there.submit(job, *on_progress)
        return self.here.submit(job, *on_progress)

    def shutdown(self) -> None:
        """Ends the processes here; who made `there` ends it."""
        self.here.shutdown()
