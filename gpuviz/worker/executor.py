"""WorkerExecutor: jobs, one after another, in one worker process."""

from __future__ import annotations

import logging
import threading
from collections import deque
from concurrent.futures import Future
from typing import Any, TypeVar

from gpuviz.engines.request import CONTEXT_LOST, GPU_LOST, LongLoop, Progress
from gpuviz.messages import GpuvizError
from gpuviz.worker.failures import failure_of
from gpuviz.worker.foreign import FileVersion, version_of
from gpuviz.worker.jobs import FileJob, Job, WorkerKind, unheard
from gpuviz.worker.process import WorkerProcess

T = TypeVar("T")
log = logging.getLogger(__name__)


class JobFuture(Future[T]):
    """The future of one job; cancelling it while the job runs ends the process."""

    def __init__(self, executor: WorkerExecutor, job: Job[T], on_progress: Progress) -> None:
        super().__init__()
        self._executor = executor
        self.job = job
        self.on_progress = on_progress

    def cancel(self) -> bool:
        """Cancels the job unless it is done; True when it is cancelled."""
        cancelled = super().cancel()
        if cancelled:
            self._executor._end_if_running(self)
        return cancelled


class WorkerExecutor:
    """A JobRunner: runs jobs one after another in a process that starts with the first.

    A job that fails, also one that takes the process down with it, fails its own future and nothing
    else: futures raise GpuvizError only. Callbacks of futures and reports of progress come on the
    executor's thread.

    A `foreign` one runs FileJobs of files that are not of the gallery. Each version of such a file
    has a process of its own, kept for further launches of the same version only: another block size
    starts no process, and what a file spoils, it spoils for itself. Whoever edits a file may ask
    for a spare: a process that has run nothing yet and waits for the next version.
    """

    def __init__(self, kind: WorkerKind, *, foreign: bool = False) -> None:
        self.kind: WorkerKind = kind
        self._foreign = foreign
        self._changed = threading.Condition()
        self._waiting: deque[JobFuture[Any]] = deque()
        self._current: JobFuture[Any] | None = None
        self._process: WorkerProcess | None = None
        self._spare: WorkerProcess | None = None
        self._keeps_spare = False
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process, None while there is none."""
        process = self._process
        return process.pid if process else None

    @property
    def spare_pid(self) -> int | None:
        """The number of the spare process, None while there is none."""
        spare = self._spare
        return spare.pid if spare else None

    def keep_spare(self) -> None:
        """From now on a process stands ready for the next version of a file, whenever none runs."""
        with self._changed:
            if not self._closed:
                self._keeps_spare = True
                self._changed.notify_all()
                self._begin_serving()

    def submit(self, job: Job[T], on_progress: Progress = unheard) -> Future[T]:
        """Lets a job wait its turn; arrays are copies there, read-only here."""
        future = JobFuture(self, job, on_progress)
        with self._changed:
            if self._closed:
                raise RuntimeError("submit after shutdown")
            self._waiting.append(future)
            self._changed.notify_all()
            self._begin_serving()
        return future

    def cancel(self) -> None:
        """Cancels all jobs, ending a busy process at once; the next job starts a new one."""
        with self._changed:
            futures = [*self._waiting, *([self._current] if self._current else [])]
        for future in futures:
            future.cancel()

    def rest(self) -> None:
        """Ends the process unless it is busy: what a file left running there disturbs no other."""
        with self._changed:
            if self._current is None and not self._waiting and self._process is not None:
                self._process.kill()

    def shutdown(self) -> None:
        """Lets jobs end, then ends the process and the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join()

    def __enter__(self) -> WorkerExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()

    def _end_if_running(self, future: JobFuture[Any]) -> None:
        with self._changed:
            if future is self._current and self._process is not None:
                self._process.kill()

    def _begin_serving(self) -> None:
        if self._thread is None:
            name = f"gpuviz-{self.kind}"
            thread = threading.Thread(target=self._serve, name=name, daemon=True)
            thread.start()  # Ctrl-C may come in here: only what has started can be joined
            self._thread = thread

    def _serve(self) -> None:
        while self._serve_next():
            pass
        if self._spare is not None:
            self._spare.kill()
            self._spare.end()
            self._spare = None
        if self._process is not None:
            self._process.end()

    def _serve_next(self) -> bool:
        """Whether there may be more; a thread that waits for the next job holds nothing of the
        last.
        """
        future = self._next()
        if future is not None:
            self._settle(future)
            return True
        if self._lacks_spare():
            self._start_spare()
            return True
        return False

    def _next(self) -> JobFuture[Any] | None:
        """The next job; None where there is none, and something else is to be done."""
        with self._changed:
            self._current = None
            self._changed.wait_for(lambda: self._waiting or self._closed or self._lacks_spare())
            if self._waiting:
                self._current = self._waiting.popleft()
            return self._current

    def _lacks_spare(self) -> bool:
        return self._keeps_spare and self._spare is None and not self._closed

    def _start_spare(self) -> None:
        """Where none can be started, the next version has to wait for its own process."""
        try:
            self._spare = WorkerProcess.spare(self.kind)
        except OSError:
            log.exception("no spare process could be started")
            self._keeps_spare = False

    def _new_process(self, file: FileVersion | None) -> WorkerProcess:
        """The spare where there is one that lives, else another."""
        spare, self._spare = self._spare, None
        if spare is None:
            return WorkerProcess(self.kind, file)
        if file is not None and spare.is_alive():
            spare.file = file
            return spare
        spare.kill()
        spare.end()
        return WorkerProcess(self.kind, file)

    def _settle(self, future: JobFuture[Any]) -> None:
        result: Any = None
        error: GpuvizError | None = None
        try:
            if not future.cancelled():
                process = self._live_process(future.job)
                result = process.run(future.job, _guarded(future.on_progress))
        except Exception as raised:
            failure = failure_of(raised)
            error = failure.error
            if error.message.code in (CONTEXT_LOST, GPU_LOST):
                self._replace_process()
            if failure.log:
                log.error("%s", failure.log)
        _finish(future, result, error)

    def _replace_process(self) -> None:
        """The next job gets a new process: this one cannot use its GPU any more."""
        with self._changed:
            if self._process is not None:
                self._process.kill()

    def _live_process(self, job: Job[Any]) -> WorkerProcess:
        file = None
        if self._foreign and isinstance(job, FileJob):
            file = version_of(job.request.operation, job.request.text)
        with self._changed:
            old = self._process
            if old is not None and old.is_alive() and old.file == file:
                return old
            self._process = None
        if old is not None:
            old.kill()
            old.end()
        started = self._new_process(file)
        with self._changed:
            self._process = started
            if self._current is not None and self._current.cancelled():
                started.kill()
        return started


def _finish(future: JobFuture[Any], result: object, error: GpuvizError | None) -> None:
    if not future.set_running_or_notify_cancel():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)


def _guarded(on_progress: Progress) -> Progress:
    """A listener that fails is logged; it does not fail the job."""

    def report(told: float | LongLoop) -> None:
        try:
            on_progress(told)
        except Exception:
            log.exception("a listener to the progress of a job failed")

    return report
