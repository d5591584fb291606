"""Recordings that are read in a worker process: whatever a file asks for, the window goes on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuviz.messages import GpuvizError
from gpuviz.session.newest import NewestJob
from gpuviz.session.signals import TypedSignal, signal

if TYPE_CHECKING:
    from gpuviz.trace import Trace
    from gpuviz.worker.jobs import JobRunner


class Openings(QObject):
    """Opens one recording at a time: one that is asked for meanwhile outdates it."""

    opened: TypedSignal[[Trace, str]] = signal(object, str)  # with the name of its file
    failed: TypedSignal[[GpuvizError]] = signal(object)
    progressed = Signal(float)
    busyChanged = Signal(bool)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: NewestJob[str, Trace] = NewestJob(runner, self)
        self._job.progressed.connect(self.progressed)
        self._job.busyChanged.connect(self.busyChanged)
        self._job.answered.connect(self._tell)
        self._job.failed.connect(self._tell_failure)

    @property
    def busy(self) -> bool:
        """Whether a recording is being read."""
        return self._job.busy

    def open(self, path: Path) -> None:
        """Read a recording; `opened` or `failed` answers."""
        from gpuviz.worker.jobs import OpenRecording

        self._job.ask(OpenRecording(path.absolute()), path.name)

    def cancel(self) -> None:
        """End the reading; nothing answers then."""
        self._job.cancel()

    def close(self) -> None:
        """End what runs, and say nothing any more."""
        self.blockSignals(True)
        self._job.close()

    def _tell(self, name: str, trace: Trace) -> None:
        self.opened.emit(trace, name)

    def _tell_failure(self, name: str, error: GpuvizError) -> None:
        self.failed.emit(error)
