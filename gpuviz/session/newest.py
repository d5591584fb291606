"""One job at a time, newest first: what is asked meanwhile outdates what runs."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from gpuviz.engines.request import Progress

PATIENCE_MS = 1500  # longer than a new process needs: a job that ends sooner is let finish

Start = Callable[[Progress], Future[Any]]
"""Begins a job, which tells the share done on another thread."""


class NewestJob(QObject):
    """Runs one job; of those asked meanwhile only the newest, once the outdated one is over.

    An outdated answer is dropped. `settled` gives what a job was about, and the future of its
    answer or failure; nothing of a job is held once it is over.
    """

    settled = Signal(object, object)  # what was given to `ask`, and a Future, not cancelled
    progressed = Signal(float)
    busyChanged = Signal(bool)

    _reported = Signal(object, float)  # these two come from other threads
    _done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: _Running | None = None
        self._waiting: _Asked | None = None
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._end_outdated)
        self._reported.connect(self._report, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._settle, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits."""
        return self._running is not None

    def ask(self, start: Start, about: object = None) -> None:
        """Begin this as soon as possible; `settled` tells what it was about."""
        asked = _Asked(start, about)
        if self._running is None:
            self._begin(asked)
            self.busyChanged.emit(True)
            return
        self._waiting = asked
        if not self._patience.isActive():
            self._end_outdated()

    def cancel(self) -> None:
        """End what runs, and drop what waits."""
        self._waiting = None
        if self._running is not None:
            self._running.future.cancel()

    def close(self) -> None:
        """Say nothing any more."""
        self.blockSignals(True)
        self._running = self._waiting = None
        self._patience.stop()

    def _begin(self, asked: _Asked) -> None:
        start = asked.start
        future = start(lambda share: self._reported.emit(start, share))
        self._running = _Running(asked, future)
        self._patience.start()
        future.add_done_callback(self._done.emit)

    def _end_outdated(self) -> None:
        if self._running is not None and self._waiting is not None:
            self._running.future.cancel()

    def _report(self, start: Start, share: float) -> None:
        running = self._running
        if running is not None and running.asked.start is start and self._waiting is None:
            self.progressed.emit(share)

    def _settle(self, future: Future[Any]) -> None:
        if self._running is None or self._running.future is not future:
            return
        asked, waiting = self._running.asked, self._waiting
        self._running = self._waiting = None
        self._patience.stop()
        if waiting is not None:
            self._begin(waiting)
            return
        self.busyChanged.emit(False)
        if not future.cancelled():
            self.settled.emit(asked.about, future)


class _Asked(NamedTuple):
    start: Start
    about: object


class _Running(NamedTuple):
    asked: _Asked
    future: Future[Any]
