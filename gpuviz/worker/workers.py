"""Workers: all worker processes, and which of them does which job."""

from __future__ import annotations

import itertools
import typing
from concurrent.futures import Future
from typing import TypeVar

from gpuviz.engines.request import Progress
from gpuviz.worker.executor import WorkerExecutor
from gpuviz.worker.foreign import is_foreign
from gpuviz.worker.jobs import FileJob, Job, Lane, PrepareVersions, WorkerKind, unheard

T = TypeVar("T")
Executors = dict[tuple[Lane, WorkerKind], WorkerExecutor]


class Workers:
    """A JobRunner over an executor for each lane and kind; a context manager, or call `shutdown`.

    In the lane of the launches a CPU timing waits for the emulator's launches before it; who asks
    for one lets the other kinds rest meanwhile. In the background are replays, sweeps and what
    compiles or models: no launch waits for them, and they wait for no timing. Recordings are read
    in a process that does nothing else.

    Files that are not of the gallery have executors of their own for all that runs their code. What
    runs a trace again, or models it, runs none of it. Once a file is edited, the emulator's
    launches of such files have a spare process.
    """

    def __init__(self) -> None:
        self._own = _executors(foreign=False)
        self._foreign = _executors(foreign=True)

    def submit(self, job: Job[T], on_progress: Progress = unheard) -> Future[T]:
        """Begins a job, or lets it wait its turn.

        One whose answer is foreseen is answered at once, and no process is started for it.
        """
        if isinstance(job, PrepareVersions):
            self._foreign[job.lane, job.kind].keep_spare()
            return _answered(typing.cast(T, None))
        known = job.foreseen()
        if known is None:
            return self._executor_for(job).submit(job, on_progress)
        return _answered(known)

    def shutdown(self) -> None:
        """Ends all processes and threads; what runs is cancelled."""
        everyone = (*self._own.values(), *self._foreign.values())
        for executor in everyone:
            executor.cancel()
        for executor in everyone:
            executor.shutdown()

    def _executor_for(self, job: Job[T]) -> WorkerExecutor:
        """Before a file of the gallery runs, what another file has left running is ended."""
        if isinstance(job, FileJob):
            if is_foreign(job.request.operation):
                return self._foreign[job.lane, job.kind]
            for (lane, _), executor in self._foreign.items():
                if lane == job.lane:
                    executor.rest()
        return self._own[job.lane, job.kind]

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()


def _answered(answer: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(answer)
    return future


def _executors(foreign: bool) -> Executors:
    places = itertools.product(typing.get_args(Lane), typing.get_args(WorkerKind))
    return {(lane, kind): WorkerExecutor(kind, foreign=foreign) for lane, kind in places}
