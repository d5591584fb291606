"""The launcher: launches in worker processes as Qt signals, newest first."""

from __future__ import annotations

from concurrent.futures import Future
from typing import NamedTuple, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from gpuviz.engines.probe import Probe
from gpuviz.engines.request import (
    CpuTimes,
    CpuTimingRequest,
    LaunchRequest,
    LaunchResult,
    Progress,
)
from gpuviz.messages import GpuvizError
from gpuviz.session.compilation import Compilation, CompilingWorkers
from gpuviz.session.cpu_timing import CpuTiming
from gpuviz.session.everywhere import Everywhere, ModelWorkers
from gpuviz.session.openings import Openings, OpeningWorkers
from gpuviz.session.pipelines import Pipelines, PipelineWorkers
from gpuviz.session.replays import Replays, ReplayWorkers
from gpuviz.session.sweeps import Sweeps
from gpuviz.worker import Workers
from gpuviz.worker.sweeping import SweepWorkers

PATIENCE_MS = 1500  # longer than a new process needs: a launch that ends sooner is let finish


class LaunchWorkers(
    ReplayWorkers,
    SweepWorkers,
    ModelWorkers,
    CompilingWorkers,
    PipelineWorkers,
    OpeningWorkers,
    Protocol,
):
    """What the launcher needs of `gpuviz.worker.Workers`; cancelling a future ends what runs."""

    def run_launch(self, request: LaunchRequest, on_progress: Progress) -> Future[LaunchResult]:
        """Runs a launch."""

    def time_cpu(self, request: CpuTimingRequest) -> Future[CpuTimes]:
        """Times the CPU twins."""

    def probe(self) -> Future[Probe]:
        """Asks for this machine's GPU."""

    def shutdown(self) -> None:
        """Ends all processes."""


class Launcher(QObject):
    """Runs one launch at a time: a newer one replaces the one that waits and outdates the other.

    An outdated answer is dropped. After a launch its CPU twins are timed, while nothing else runs.
    """

    started = Signal(int)
    progressed = Signal(int, float)
    finished = Signal(object)  # LaunchResult
    failed = Signal(int, object)  # GpuvizError
    cpuTimed = Signal(object)  # CpuTimes
    probed = Signal(object)  # Probe
    busyChanged = Signal(bool)

    _reported = Signal(object, float)  # these three come from other threads
    _launchSettled = Signal(object)
    _probeSettled = Signal(object)

    def __init__(self, workers: LaunchWorkers | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers: LaunchWorkers = workers or Workers()
        self._running: _Running | None = None
        self._waiting: LaunchRequest | None = None
        self._times_cpu = True
        self._busy = False
        self._cpu_timing = CpuTiming(self._workers.time_cpu, self)
        self._replays = Replays(self._workers, self)
        self._sweeps = Sweeps(self._workers, self)
        self._everywhere = Everywhere(self._workers, self)
        self._compilation = Compilation(self._workers, self)
        self._pipelines = Pipelines(self._workers, self)
        self._openings = Openings(self._workers, self)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._connect()

    @property
    def busy(self) -> bool:
        """Whether a launch runs or waits."""
        return self._busy

    @property
    def replays(self) -> Replays:
        """What runs launches again; CPU timings wait for it."""
        return self._replays

    @property
    def sweeps(self) -> Sweeps:
        """What launches many times; it rests while anything else runs, and CPU timings wait."""
        return self._sweeps

    @property
    def pipelines(self) -> Pipelines:
        """What runs pipelines: a newer launch ends one, and a newer one ends a launch.

        `cpuTimed` gives the times of its twins as well; timings and sweeps wait for it.
        """
        return self._pipelines

    @property
    def everywhere(self) -> Everywhere:
        """What models the launch on every device; CPU timings wait for it."""
        return self._everywhere

    @property
    def openings(self) -> Openings:
        """What reads recordings."""
        return self._openings

    @property
    def compilation(self) -> Compilation:
        """What compiles a kernel once it has been launched; CPU timings wait for it."""
        return self._compilation

    def launch(self, request: LaunchRequest) -> None:
        """Run this as soon as possible; whatever was asked before is outdated."""
        self._cpu_timing.drop()
        self._pipelines.cancel()
        if self._running is None:
            self._start(request)
            return
        self._waiting = request
        if not self._patience.isActive():
            self._end_outdated()

    def cancel(self) -> None:
        """End the launch and the timing that run, and drop what waits."""
        self._waiting = None
        self._cpu_timing.drop()
        if self._running is not None:
            self._running.future.cancel()

    def set_cpu_timing(self, wanted: bool) -> None:
        """Whether the CPU twins are timed after each launch."""
        self._times_cpu = wanted
        if not wanted:
            self._cpu_timing.drop()

    def probe(self) -> None:
        """Ask for this machine's GPU; `probed` answers."""
        self._workers.probe().add_done_callback(self._probeSettled.emit)

    def close(self) -> None:
        """End all worker processes, and say nothing any more."""
        self.blockSignals(True)
        self._waiting = self._running = None
        self._cpu_timing.drop()
        self._replays.close()
        self._sweeps.close()
        self._everywhere.close()
        self._compilation.close()
        self._pipelines.close()
        self._openings.close()
        self._patience.stop()
        self._workers.shutdown()

    def _connect(self) -> None:
        queued = Qt.ConnectionType.QueuedConnection
        self._reported.connect(self._report, queued)
        self._launchSettled.connect(self._settle, queued)
        self._probeSettled.connect(self._settle_probe, queued)
        self._patience.timeout.connect(self._end_outdated)
        self._cpu_timing.timed.connect(self.cpuTimed)
        self.cpuTimed.connect(self._replays.prepare)
        self._pipelines.started.connect(self.cancel)
        self._pipelines.finished.connect(self._time_pipeline)
        beside = (self._replays, self._sweeps, self._everywhere, self._compilation, self._pipelines)
        for other in (*beside, self):
            other.busyChanged.connect(self._make_way)

    def _make_way(self) -> None:
        """Timings run alone: those of a sweep, and after it those of the launch that is shown."""
        others = (self._replays, self._everywhere, self._compilation, self._pipelines)
        beside = any(other.busy for other in others)
        self._sweeps.rest(self._busy or beside)
        self._cpu_timing.hold(beside or self._sweeps.busy)

    def _start(self, request: LaunchRequest) -> None:
        future = self._workers.run_launch(
            self._compilation.with_known(request),
            lambda share: self._reported.emit(request, share),
        )
        self._running = _Running(request, future)
        self._patience.start()
        self._set_busy(True)
        self.started.emit(request.number)
        future.add_done_callback(self._launchSettled.emit)

    def _end_outdated(self) -> None:
        if self._running is not None and self._waiting is not None:
            self._running.future.cancel()

    def _report(self, request: LaunchRequest, share: float) -> None:
        if self._running is not None and self._running.request is request:
            self.progressed.emit(request.number, share)

    def _settle(self, future: Future[LaunchResult]) -> None:
        if self._running is None or self._running.future is not future:
            return
        request, waiting = self._running.request, self._waiting
        self._running = self._waiting = None
        self._patience.stop()
        if waiting is not None:
            self._start(waiting)
            return
        self._set_busy(False)
        if not future.cancelled():
            self._tell(request, future)

    def _tell(self, request: LaunchRequest, future: Future[LaunchResult]) -> None:
        error = future.exception()
        if error is not None:
            self.failed.emit(request.number, error)
            return
        self.finished.emit(future.result())
        if self._running is None:
            self._compilation.ask(request, future.result())
        if self._times_cpu and self._running is None:  # a slot may have launched again
            self._cpu_timing.ask(request)

    def _time_pipeline(self) -> None:
        request = self._pipelines.asked
        if request is not None and self._times_cpu and self._running is None:
            self._cpu_timing.ask(request)

    def _settle_probe(self, future: Future[Probe]) -> None:
        if future.cancelled():
            return
        error = future.exception()
        if isinstance(error, GpuvizError):
            self.probed.emit(Probe(usable=False, device=None, message=error.message))
        else:
            self.probed.emit(future.result())

    def _set_busy(self, busy: bool) -> None:
        if busy != self._busy:
            self._busy = busy
            self.busyChanged.emit(busy)


class _Running(NamedTuple):
    request: LaunchRequest
    future: Future[LaunchResult]
