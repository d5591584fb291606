"""The launcher: launches in worker processes as Qt signals, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from gpuviz.cluster.routed import RoutedRunner
from gpuviz.messages import GpuvizError
from gpuviz.session.compilation import Compilation
from gpuviz.session.cpu_timing import CpuTiming
from gpuviz.session.level_reader import LevelReader
from gpuviz.session.newest import NewestJob
from gpuviz.session.openings import Openings
from gpuviz.session.puzzle_grading import PuzzleGrading
from gpuviz.session.remote_engine import RemoteEngine
from gpuviz.session.repairing import Repairing
from gpuviz.session.replays import Replays
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.session.sweeps import Sweeps
from gpuviz.session.worker_pool import WorkerPool

if TYPE_CHECKING:
    from gpuviz.engines.probe import Probe
    from gpuviz.engines.request import CpuTimes, LaunchRequest, LaunchResult, LongLoop
    from gpuviz.model.on_device import OnDevice
    from gpuviz.model.what_if import WhatIf
    from gpuviz.scene.what_if import Tried
    from gpuviz.trace import Trace
    from gpuviz.worker.jobs import JobRunner


class Launcher(QObject):
    """Runs one kernel or pipeline at a time: a newer one replaces the one that waits and outdates
    the other.

    An outdated answer is dropped. A pipeline that broke off is `finished` too: its result has a
    `failure` beside what ran before. After a launch its CPU twins are timed, while nothing else
    runs.
    """

    started = Signal(int)
    progressed = Signal(int, float)
    lingered: TypedSignal[[LongLoop]] = signal(object)
    finished: TypedSignal[[LaunchResult]] = signal(object)
    failed: TypedSignal[[int, GpuvizError]] = signal(int, object)
    cpuTimed: TypedSignal[[CpuTimes]] = signal(object)
    probed: TypedSignal[[Probe]] = signal(object)
    busyChanged = Signal(bool)

    def __init__(self, runner: JobRunner | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = RoutedRunner(runner or WorkerPool())
        self.remote = RemoteEngine(self._runner, self)
        self._times_cpu = True
        self._launching: NewestJob[LaunchRequest, LaunchResult] = NewestJob(self._runner, self)
        self._probing: NewestJob[None, Probe] = NewestJob(self._runner, self)
        self._cpu_timing = CpuTiming(self._runner, self)
        self._replays = Replays(self._runner, self)
        self._sweeps = Sweeps(self._runner, self)
        self._on_devices: NewestJob[Trace, tuple[OnDevice, ...]] = NewestJob(self._runner, self)
        self._what_ifs: NewestJob[Tried, WhatIf] = NewestJob(self._runner, self)
        self._compilation = Compilation(self._runner, self)
        self._levels = LevelReader(self._runner, self)
        self._openings = Openings(self._runner, self)
        self._repairs = Repairing(self._runner, self)
        self._grading = PuzzleGrading(self._runner, self)
        self._connect()

    @property
    def busy(self) -> bool:
        """Whether a launch runs or waits."""
        return self._launching.busy

    @property
    def replays(self) -> Replays:
        """What runs launches again; CPU timings wait for it."""
        return self._replays

    @property
    def sweeps(self) -> Sweeps:
        """What launches many times; it rests while anything else runs, and CPU timings wait."""
        return self._sweeps

    @property
    def on_devices(self) -> NewestJob[Trace, tuple[OnDevice, ...]]:
        """What models a launch on all devices (`ModelOnDevices`); CPU timings wait for it."""
        return self._on_devices

    @property
    def what_ifs(self) -> NewestJob[Tried, WhatIf]:
        """What models the launch with something changed (`AskWhatIf`); CPU timings wait for it."""
        return self._what_ifs

    @property
    def openings(self) -> Openings:
        """What reads recordings."""
        return self._openings

    @property
    def compilation(self) -> Compilation:
        """What compiles a kernel once it has been launched; CPU timings wait for it."""
        return self._compilation

    @property
    def levels(self) -> LevelReader:
        """What reads PTX and SASS; CPU timings wait for it."""
        return self._levels

    @property
    def repairs(self) -> Repairing:
        """What tries repairs of a launch; CPU timings wait for it."""
        return self._repairs

    @property
    def grading(self) -> PuzzleGrading:
        """What grades answers to puzzles; CPU timings wait for it."""
        return self._grading

    @property
    def parts(
        self,
    ) -> tuple[Launcher | Replays | Sweeps | Openings | Repairing | PuzzleGrading, ...]:
        """Everything that a user waits for and can cancel."""
        others = (self._replays, self._sweeps, self._openings, self._repairs)
        return (self, *others, self._grading)

    def launch(self, request: LaunchRequest) -> None:
        """Run this as soon as possible; whatever was asked before is outdated."""
        from gpuviz.worker.jobs import RunOperation

        self._cpu_timing.drop()
        request = self._compilation.with_known(request)
        self._launching.ask(RunOperation(request), request)

    def cancel(self) -> None:
        """End the launch and the timing that run, and drop what waits."""
        self._cpu_timing.drop()
        self._launching.cancel()

    @property
    def times_cpu(self) -> bool:
        """Whether the CPU twins are timed after each launch."""
        return self._times_cpu

    def set_cpu_timing(self, wanted: bool) -> None:
        """Whether the CPU twins are timed after each launch."""
        self._times_cpu = wanted
        if not wanted:
            self._cpu_timing.drop()

    def probe(self) -> None:
        """Ask for this machine's GPU; `probed` answers."""
        from gpuviz.worker.jobs import ProbeGpu

        self._probing.ask(ProbeGpu(), None)

    def prepare_versions(self) -> None:
        """A file is edited: its next versions shall not wait for their processes to start."""
        from gpuviz.worker.jobs import PrepareVersions

        self._runner.submit(PrepareVersions())

    def close(self) -> None:
        """End all worker processes, and say nothing any more."""
        self.blockSignals(True)
        self._launching.close()
        self._probing.close()
        self._cpu_timing.close()
        for other in (*self._others, self._sweeps, self._openings):
            other.close()
        self.remote.close()
        self._runner.shutdown()

    @property
    def _others(
        self,
    ) -> tuple[
        Replays | NewestJob[Any, Any] | Compilation | LevelReader | Repairing | PuzzleGrading, ...
    ]:
        """What sweeps and CPU timings make way for, besides launches."""
        shown = (self._replays, self._on_devices, self._what_ifs, self._compilation)
        return (*shown, self._levels, self._repairs, self._grading)

    def _connect(self) -> None:
        self._launching.began.connect(self._tell_start)
        self._launching.progressed.connect(self._report)
        self._launching.lingered.connect(self.lingered)
        self._launching.answered.connect(self._tell)
        self._launching.failed.connect(self._tell_failure)
        self._launching.busyChanged.connect(self.busyChanged)
        self._probing.answered.connect(self._tell_probe)
        self._probing.failed.connect(self._tell_unusable)
        self._cpu_timing.timed.connect(self.cpuTimed)
        self.cpuTimed.connect(self._replays.prepare)
        for other in (*self._others, self._sweeps, self):
            other.busyChanged.connect(self._make_way)

    def _make_way(self) -> None:
        """Timings run alone: those of a sweep, and after it those of the launch that is shown."""
        others = any(other.busy for other in self._others)
        self._sweeps.rest(self.busy or others)
        self._cpu_timing.hold(others or self._sweeps.busy)

    def _tell_start(self, request: LaunchRequest) -> None:
        self.started.emit(request.number)

    def _report(self, share: float) -> None:
        if self._launching.about is not None:
            self.progressed.emit(self._launching.about.number, share)

    def _tell(self, request: LaunchRequest, result: LaunchResult) -> None:
        self.finished.emit(result)
        if self.busy:  # a slot has launched again
            return
        self._compilation.ask(request, result)
        if self._times_cpu:
            self._cpu_timing.ask(request)

    def _tell_failure(self, request: LaunchRequest, error: GpuvizError) -> None:
        self.failed.emit(request.number, error)

    def _tell_probe(self, about: None, probe: Probe) -> None:
        self.probed.emit(probe)

    def _tell_unusable(self, about: None, error: GpuvizError) -> None:
        from gpuviz.engines.probe import Probe

        self.probed.emit(Probe(usable=False, device=None, message=error.message))
