"""One job at a time, newest first: what is asked meanwhile outdates what runs."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from gpuviz.messages import GpuvizError
from gpuviz.session.signals import TypedSignal, signal

if TYPE_CHECKING:
    from gpuviz.engines.request import LongLoop
    from gpuviz.worker.jobs import Job, JobRunner

PATIENCE_MS = 1500  # longer than a new process needs: a job that ends sooner is let finish

A = TypeVar("A")
T = TypeVar("T")


class NewestJob(QObject, Generic[A, T]):
    """Has one job done; of those asked meanwhile only the newest, once the outdated one is over.

    A job is about an A and gives a T. An outdated answer is dropped. Nothing of a job is held once
    it is over.
    """

    began: TypedSignal[[A]] = signal(object)
    progressed = Signal(float)
    lingered: TypedSignal[[LongLoop]] = signal(object)
    answered: TypedSignal[[A, T]] = signal(object, object)
    failed: TypedSignal[[A, GpuvizError]] = signal(object, object)
    busyChanged = Signal(bool)

    # from other threads
    _reported: TypedSignal[[_Asked[A, T], float | LongLoop]] = signal(object, object)
    _done: TypedSignal[[Future[T]]] = signal(object)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._running: _Running[A, T] | None = None
        self._waiting: _Asked[A, T] | None = None
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._end_outdated)
        self._reported.connect(self._report, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._settle, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits."""
        return self._running is not None

    @property
    def about(self) -> A | None:
        """What the job that runs is about."""
        return None if self._running is None else self._running.asked.about

    def ask(self, job: Job[T], about: A) -> None:
        """Begin this as soon as possible; `answered` or `failed` tells what it was about."""
        asked = _Asked(job, about)
        if self._running is None or self._running.future.cancelled():
            self._begin(asked)
            return
        self._waiting = asked
        if not self._patience.isActive():
            self._end_outdated()

    def cancel(self) -> bool:
        """End what runs, and drop what waits; whether anything was ended."""
        self._waiting = None
        return self._running is not None and self._running.future.cancel()

    def close(self) -> None:
        """End what runs, and say nothing any more."""
        self.blockSignals(True)
        self.cancel()
        self._running = None
        self._patience.stop()

    def _begin(self, asked: _Asked[A, T]) -> None:
        was_busy = self.busy
        future = self._runner.submit(asked.job, lambda told: self._reported.emit(asked, told))
        self._running = _Running(asked, future)
        self._patience.start()
        if not was_busy:
            self.busyChanged.emit(True)
        self.began.emit(asked.about)
        future.add_done_callback(self._done.emit)

    def _end_outdated(self) -> None:
        if self._running is not None and self._waiting is not None:
            self._running.future.cancel()

    def _report(self, asked: _Asked[A, T], told: float | LongLoop) -> None:
        running = self._running
        if running is None or running.asked is not asked or self._waiting is not None:
            return
        if isinstance(told, float):
            self.progressed.emit(told)
        else:
            self.lingered.emit(told)

    def _settle(self, future: Future[T]) -> None:
        if self._running is None or self._running.future is not future:
            return
        about, waiting = self._running.asked.about, self._waiting
        self._waiting = None
        self._patience.stop()
        if waiting is not None:
            self._begin(waiting)
            return
        self._running = None
        self.busyChanged.emit(False)
        if not future.cancelled():
            self._tell(about, future)

    def _tell(self, about: A, future: Future[T]) -> None:
        from gpuviz.worker.jobs import outcome_of

        outcome = outcome_of(future)
        if isinstance(outcome, GpuvizError):
            self.failed.emit(about, outcome)
        else:
            self.answered.emit(about, outcome)


@dataclass(frozen=True, slots=True, eq=False)
class _Asked(Generic[A, T]):
    job: Job[T]
    about: A


@dataclass(frozen=True, slots=True, eq=False)
class _Running(Generic[A, T]):
    asked: _Asked[A, T]
    future: Future[T]
