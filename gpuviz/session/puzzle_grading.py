"""An answer to a puzzle, graded in a worker process: the newest one that somebody has asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuviz.messages import GpuvizError
from gpuviz.session.newest import NewestJob
from gpuviz.session.signals import TypedSignal, signal

if TYPE_CHECKING:
    from gpuviz.engines.grading import Grading, GradingRequest
    from gpuviz.worker.jobs import JobRunner


class PuzzleGrading(QObject):
    """Grades one answer at a time; `graded` has the request that it is about."""

    graded: TypedSignal[[GradingRequest, Grading]] = signal(object, object)
    failed: TypedSignal[[GradingRequest, GpuvizError]] = signal(object, object)
    busyChanged = Signal(bool)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: NewestJob[GradingRequest, Grading] = NewestJob(runner, self)
        self._job.answered.connect(self.graded)
        self._job.failed.connect(self.failed)
        self._job.busyChanged.connect(self.busyChanged)

    @property
    def busy(self) -> bool:
        """Whether an answer is being graded."""
        return self._job.busy

    def ask(self, request: GradingRequest) -> None:
        """Grade an answer; `graded` or `failed` tells of it."""
        from gpuviz.worker.jobs import GradePuzzle

        self._job.ask(GradePuzzle(request), request)

    def cancel(self) -> None:
        """End what runs; nothing is told of it."""
        self._job.cancel()

    def close(self) -> None:
        """End what runs, and say nothing any more."""
        self.blockSignals(True)
        self._job.close()
