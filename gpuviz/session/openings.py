"""Recordings that are read in a worker process: whatever a file asks for, the window goes on."""

from __future__ import annotations

import functools
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from gpuviz.engines.request import Progress
from gpuviz.messages import GpuvizError
from gpuviz.session.newest import NewestJob
from gpuviz.trace import Trace


class OpeningWorkers(Protocol):
    """What openings need of `gpuviz.worker.Workers`; cancelling a future ends what runs."""

    def open_recording(self, path: Path, on_progress: Progress) -> Future[Trace]:
        """Reads and checks a `.gpuviz` file."""


class Openings(QObject):
    """Opens one recording at a time: one that is asked for meanwhile outdates it."""

    opened = Signal(object, str)  # Trace, name of its file
    failed = Signal(object)  # GpuvizError
    progressed = Signal(float)
    busyChanged = Signal(bool)

    def __init__(self, workers: OpeningWorkers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = workers
        self._job = NewestJob(self)
        self._job.progressed.connect(self.progressed)
        self._job.busyChanged.connect(self.busyChanged)
        self._job.settled.connect(self._tell)

    @property
    def busy(self) -> bool:
        """Whether a recording is being read."""
        return self._job.busy

    def open(self, path: Path) -> None:
        """Read a recording; `opened` or `failed` answers."""
        start = functools.partial(self._workers.open_recording, path.absolute())
        self._job.ask(start, path.name)

    def cancel(self) -> None:
        """End the reading; nothing answers then."""
        self._job.cancel()

    def close(self) -> None:
        """Say nothing any more, and end what runs."""
        self._job.cancel()
        self.blockSignals(True)
        self._job.close()

    def _tell(self, name: str, future: Future[Trace]) -> None:
        error = future.exception()
        if isinstance(error, GpuvizError):
            self.failed.emit(error)
        else:
            self.opened.emit(future.result(), name)
