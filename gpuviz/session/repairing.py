"""Repairs of the launch on the screen, tried in a worker process when somebody asks for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuviz.messages import GpuvizError, Message
from gpuviz.session.newest import NewestJob

if TYPE_CHECKING:
    from gpuviz.engines.request import LaunchResult
    from gpuviz.repair.search import Repairs
    from gpuviz.scene.launch.choice import ShownLaunch
    from gpuviz.worker.jobs import JobRunner


class Repairing(QObject):
    """Tries the repairs of one launch at a time, and knows what came of the last one.

    Only what has been launched is tried: the same code of the file runs again, and no other.
    """

    changed = Signal()
    busyChanged = Signal(bool)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: NewestJob[LaunchResult, Repairs] = NewestJob(runner, self)
        self._of: LaunchResult | None = None
        self._answer: Repairs | Message | None = None
        self._job.answered.connect(self._keep)
        self._job.failed.connect(self._keep_failure)
        self._job.busyChanged.connect(self._tell_busy)

    @property
    def busy(self) -> bool:
        """Whether repairs are being tried."""
        return self._job.busy

    def of(self, result: LaunchResult) -> Repairs | Message | None:
        """What repairs the hazards of a result, or why none could be tried; None: not known."""
        return self._answer if self._of is result else None

    def ask(self, shown: ShownLaunch) -> None:
        """Have them tried, unless they have been; `changed` tells of the answer."""
        from gpuviz.repair.asked import launch_faults
        from gpuviz.worker.jobs import TryRepairs

        result = shown.result
        if self.of(result) is not None or self._job.about is result:
            return
        request = replace(shown.choice.request(result.number, ()), engine="emulator")
        asked = launch_faults(result.launches, result.correct, request.operation)
        self._job.ask(TryRepairs(request, asked), result)

    def cancel(self) -> None:
        """End the trials; nothing is known then."""
        self._job.cancel()

    def close(self) -> None:
        """End what runs, and say nothing any more."""
        self.blockSignals(True)
        self._job.close()

    def _keep(self, result: LaunchResult, repairs: Repairs) -> None:
        self._of, self._answer = result, repairs
        self.changed.emit()

    def _keep_failure(self, result: LaunchResult, error: GpuvizError) -> None:
        self._of, self._answer = result, error.message
        self.changed.emit()

    def _tell_busy(self, busy: bool) -> None:
        self.busyChanged.emit(busy)
        self.changed.emit()
