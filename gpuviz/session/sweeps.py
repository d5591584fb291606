"""Sweeps: many launches and CPU timings, one after the other, as Qt signals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from gpuviz.messages import GpuvizError
from gpuviz.session.newest import NewestJob
from gpuviz.session.signals import TypedSignal, signal

if TYPE_CHECKING:
    from gpuviz.bench.points import SweepPoint, SweepRequest
    from gpuviz.engines.request import CpuTimes
    from gpuviz.worker.jobs import JobRunner
    from gpuviz.worker.sweeping import Sweeping, SweepOutcome

REST_MS = 300  # without a launch, before a sweep that made way for one goes on


class Sweeps(QObject):
    """Runs one sweep at a time; a newer one takes its place.

    Each point comes first with its launch, then again with its CPU times. While launches run the
    sweep rests: the job that ran is ended, and begun again afterwards.
    """

    started: TypedSignal[[SweepRequest]] = signal(object)
    pointReady: TypedSignal[[SweepPoint]] = signal(object)  # of the request that started last
    progressed = Signal(float)  # share of the sweep, 0..1
    finished: TypedSignal[[SweepRequest]] = signal(object)  # not of a failed or a cancelled sweep
    failed: TypedSignal[[GpuvizError]] = signal(object)
    busyChanged = Signal(bool)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._sweeping: Sweeping | None = None
        self._resting = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._go_on)
        self._job: NewestJob[Sweeping, SweepPoint | CpuTimes] = NewestJob(runner, self)
        self._job.progressed.connect(self._report)
        self._job.answered.connect(self._settle)
        self._job.failed.connect(self._settle)

    @property
    def busy(self) -> bool:
        """Whether a sweep runs, or rests while launches run."""
        return self._sweeping is not None

    def start(self, request: SweepRequest) -> None:
        """Begin this sweep; one that runs is ended. `failed` says why nothing can be launched."""
        from gpuviz.bench.sweep_plan import check_launchable
        from gpuviz.worker.sweeping import Sweeping

        self.cancel()
        try:
            sweeping = Sweeping(request)
            check_launchable(sweeping.points)
        except GpuvizError as error:
            self.failed.emit(error)
            return
        self._sweeping = sweeping
        self.busyChanged.emit(True)
        self.started.emit(request)
        self._go_on()

    def cancel(self) -> None:
        """End the sweep; the points that came stay true."""
        from gpuviz.worker.jobs import PrepareReplays

        self._rest.stop()
        if self._sweeping is None:
            return
        self._sweeping = None
        if self._job.cancel():
            self._runner.submit(PrepareReplays())  # the process that ran has ended
        self.busyChanged.emit(False)

    def rest(self, resting: bool) -> None:
        """Make way for a launch, or go on after it."""
        if resting == self._resting:
            return
        self._resting = resting
        if resting:
            self._rest.stop()
            self._job.cancel()
        elif self.busy:
            self._rest.start()

    def close(self) -> None:
        """End the sweep, and say nothing any more."""
        self.blockSignals(True)
        self._rest.stop()
        self._job.close()
        self._sweeping = None

    def _go_on(self) -> None:
        sweeping = self._sweeping
        if sweeping is None or self._resting:
            return
        job = sweeping.next_job()
        if job is None:
            self._finish(sweeping)
        else:
            self._job.ask(job, sweeping)

    def _report(self, share: float) -> None:
        if self._sweeping is not None and self._job.about is self._sweeping:
            self.progressed.emit(self._sweeping.share(share))

    def _settle(self, sweeping: Sweeping, outcome: SweepOutcome) -> None:
        if sweeping is not self._sweeping:
            return  # ended meanwhile
        try:
            point = sweeping.settle(outcome)
        except GpuvizError as error:
            self.cancel()
            self.failed.emit(error)
            return
        self.pointReady.emit(point)
        if sweeping is self._sweeping:  # a slot may have ended it
            self.progressed.emit(sweeping.share(0.0))
            self._go_on()

    def _finish(self, sweeping: Sweeping) -> None:
        self._sweeping = None
        self.busyChanged.emit(False)
        self.finished.emit(sweeping.request)
