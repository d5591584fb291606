"""Sweeps: many launches and CPU timings, one after the other, as Qt signals."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from gpuviz.bench.points import SweepRequest
from gpuviz.bench.sweep_plan import check_launchable
from gpuviz.messages import GpuvizError
from gpuviz.worker.sweeping import Sweeping, SweepWorkers

REST_MS = 300  # without a launch, before a sweep that made way for one goes on


class WindowWorkers(SweepWorkers, Protocol):
    """What sweeps in a window need of `gpuviz.worker.Workers`."""

    def prepare_replays(self) -> Future[None]:
        """Starts the process that sweeps share with replays."""


class Sweeps(QObject):
    """Runs one sweep at a time; a newer one takes its place.

    Each point comes first with its launch, then again with its CPU times. While launches run the
    sweep rests: the step that ran is ended, and begun again afterwards.
    """

    started = Signal(object)  # SweepRequest
    pointReady = Signal(object)  # SweepPoint; its request is the one that started last
    progressed = Signal(float)  # share of the sweep, 0..1
    finished = Signal(object)  # SweepRequest; neither for a failed nor for a cancelled sweep
    failed = Signal(object)  # GpuvizError
    busyChanged = Signal(bool)

    _reported = Signal(object, float)  # these two come from other threads
    _settled = Signal(object)

    def __init__(self, workers: WindowWorkers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = workers
        self._sweeping: Sweeping | None = None
        self._step: Future[Any] | None = None
        self._resting = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._begin)
        self._reported.connect(self._report, Qt.ConnectionType.QueuedConnection)
        self._settled.connect(self._settle, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a sweep runs, or rests while launches run."""
        return self._sweeping is not None

    def start(self, request: SweepRequest) -> None:
        """Begin this sweep; one that runs is ended. `failed` says why nothing can be launched."""
        self.cancel()
        try:
            sweeping = Sweeping(request, self._workers)
            check_launchable(sweeping.points)
        except GpuvizError as error:
            self.failed.emit(error)
            return
        self._sweeping = sweeping
        self.busyChanged.emit(True)
        self.started.emit(request)
        self._begin()

    def cancel(self) -> None:
        """End the sweep; the points that came stay true."""
        if self._end_step():
            self._workers.prepare_replays()  # the process that ran has ended
        if self._sweeping is not None:
            self._sweeping = None
            self.busyChanged.emit(False)

    def rest(self, resting: bool) -> None:
        """Make way for a launch, or go on after it."""
        if resting == self._resting:
            return
        self._resting = resting
        if resting:
            self._end_step()
        elif self.busy:
            self._rest.start()

    def close(self) -> None:
        """End the sweep, and say nothing any more."""
        self.blockSignals(True)
        self._end_step()
        self._sweeping = None

    def _begin(self) -> None:
        sweeping = self._sweeping
        if sweeping is None or self._resting:
            return
        self._step = sweeping.begin(lambda share: self._reported.emit(sweeping, share))
        if self._step is None:
            self._finish(sweeping)
        else:
            self._step.add_done_callback(self._settled.emit)

    def _end_step(self) -> bool:
        """Whether there was one."""
        self._rest.stop()
        step, self._step = self._step, None
        return step is not None and step.cancel()

    def _report(self, sweeping: Sweeping, share: float) -> None:
        if sweeping is self._sweeping and self._step is not None:
            self.progressed.emit(sweeping.share(share))

    def _settle(self, step: Future[Any]) -> None:
        sweeping = self._sweeping
        if step is not self._step or sweeping is None:
            return  # ended meanwhile
        self._step = None
        try:
            point = sweeping.settle(step)
        except GpuvizError as error:
            self.cancel()
            self.failed.emit(error)
            return
        self.pointReady.emit(point)
        if sweeping is self._sweeping:  # a slot may have ended it
            self.progressed.emit(sweeping.share(0.0))
            self._begin()

    def _finish(self, sweeping: Sweeping) -> None:
        self._sweeping = None
        self.busyChanged.emit(False)
        self.finished.emit(sweeping.request)
