"""The state of the program: what is chosen, launched, played and looked at."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuviz.device import DEFAULT_DEVICE, Device
from gpuviz.messages import GpuvizError
from gpuviz.scene.launch.choice import LaunchChoice, ShownLaunch
from gpuviz.session.chosen_file import ChosenFile
from gpuviz.session.comparison import Comparison
from gpuviz.session.compilation import Compiled, Refused
from gpuviz.session.device_files import DeviceFiles
from gpuviz.session.first_look import FirstLook
from gpuviz.session.followed_blocks import FollowedBlocks
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.launcher import Launcher
from gpuviz.session.lesson_progress import LessonState
from gpuviz.session.moment_navigator import MomentNavigator
from gpuviz.session.playback import Playback
from gpuviz.session.puzzles import PuzzleState
from gpuviz.session.recent_files import RecentFiles
from gpuviz.session.runs import Runs
from gpuviz.session.selection import Selection
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.session.sweep_history import SweepHistory
from gpuviz.session.touches_finder import TouchesFinder
from gpuviz.session.view_options import ViewOptions

if TYPE_CHECKING:
    from gpuviz.engines.names import EngineName
    from gpuviz.session.answer_book import AnswerBook
    from gpuviz.trace import Trace


class Session(QObject):
    """All that windows show. They come and go; each shows the session as it is.

    The trace that is played is the one owner's: `playback.trace`. Where more of it gets known (the
    steps of another block, the registers of the compiled kernel) it is replaced, here and in the
    launch that it belongs to.
    """

    traceAboutToChange = Signal()
    traceShown = Signal()  # another launch or recording is played, posed
    launchShown: TypedSignal[[ShownLaunch]] = signal(object)  # it has ended and is played, posed
    recordingShown = Signal()
    traceReplaced = Signal()  # the same launch, of which more is known

    def __init__(
        self,
        launcher: Launcher,
        choice: LaunchChoice,
        prefers: EngineName | None = None,
        live: bool = True,
        parent: QObject | None = None,
        device_files: DeviceFiles | None = None,
    ) -> None:
        super().__init__(parent)
        launcher.setParent(self)
        self.device_files = device_files or DeviceFiles()
        self.device_files.setParent(self)
        self.launcher = launcher
        self.recent = RecentFiles(self)
        self.launch = LaunchController(launcher, choice, prefers, live, self)
        self.chosen_file = ChosenFile(self.launch, self)
        self.playback, self.selection = Playback(self), Selection(self)
        self.moments = MomentNavigator(self.playback, self.selection)
        self.followed = FollowedBlocks(self.playback, self.selection, launcher.replays)
        self.touches = TouchesFinder(self.playback, self.selection, launcher.replays)
        self.runs = Runs(self)
        self.sweeps = SweepHistory(launcher.sweeps, self)
        self.comparison = Comparison(self.playback, self)
        self.view = ViewOptions(self)
        self.lesson, self.puzzle = LessonState(), PuzzleState()
        self.answers_path: Path | None = None  # None: they are kept as long as the session lasts
        self.breakpoints: dict[str, frozenset[int]] = {}  # lines by file
        self._first_look = FirstLook(self.playback, self.selection)
        self._plays_next = False
        self._connect()

    def start(self) -> None:
        """The first launch, and the search for a GPU beside it."""
        self.launch.run()
        self.launcher.probe()

    def run(self, *, plays: bool | None = None) -> None:
        """Launch what is chosen, and play it from its first moment; None: if that is wanted."""
        self._plays_next = self.view.plays if plays is None else plays
        self.launch.run()

    def show_recording(self, trace: Trace, name: str) -> None:
        """Play a launch of another day; nothing is launched, and no code of the file's runs."""
        from gpuviz.scene.timing.runs import times_of_recording
        from gpuviz.trace.whose_device import described_by

        own = {device.id: device for device in self.device_files.devices}
        trace = described_by(own, trace)
        self.launch.show_recording(trace, name)
        self._play(trace)
        self.runs.add(times_of_recording(trace, name))
        self.recordingShown.emit()
        self.launcher.replays.prepare()

    @cached_property
    def answers(self) -> AnswerBook:
        """What was answered in lessons and puzzles; read once somebody answers."""
        from gpuviz.session.answer_book import open_book

        return open_book(self.answers_path)

    def open_device_file(self, path: Path) -> tuple[Device, ...]:
        """The devices of a file can be chosen too; gives them.

        One that is chosen already is from now on as the file has it. Raises RequestRefused.
        """
        chosen = self._chosen_of_files()
        own = self.device_files.open(path)
        self._choose_again(chosen)
        return own

    def close_device_files(self) -> None:
        """The table's devices alone can be chosen; one of a file gives way to the first choice."""
        chosen = self._chosen_of_files()
        self.device_files.close_all()
        self._choose_again(chosen)

    def close(self) -> None:
        """End all worker processes, and say nothing any more."""
        self.playback.pause()
        self.chosen_file.close()
        self.launcher.close()

    def _connect(self) -> None:
        self.launch.resultReady.connect(self._take_result)
        self.launch.launchOpened.connect(self._take_opened)
        self.launch.failed.connect(self._keep_failed)
        self.launch.staleChanged.connect(self._expect)
        self.launcher.compilation.compiled.connect(self._take_compiled)
        self.launcher.compilation.refused.connect(self._take_refused)
        self.launcher.cpuTimed.connect(self.runs.set_cpu_times)
        self.launcher.remote.moved.connect(self._move)
        self.launch.operationChanged.connect(self.playback.pause)
        self.followed.followed.connect(self._replace_trace)

    def _expect(self) -> None:
        self.playback.expect(self.launch.running)

    def _move(self) -> None:
        """Launches run on a cluster, or here again."""
        self.launch.move_to(self.launcher.remote.probe)

    def _chosen_of_files(self) -> str | None:
        """The key of the device to be emulated, if a device file describes it."""
        device = self.launch.emulated_device
        return self.device_files.key_of(device) if device in self.device_files.devices else None

    def _choose_again(self, key: str | None) -> None:
        if key is not None:
            known = self.device_files.by_key
            self.launch.emulate_on(known.get(key, known[DEFAULT_DEVICE]))

    def _take_result(self, shown: ShownLaunch) -> None:
        from gpuviz.scene.timing.runs import times_of_run

        self._play(shown.trace)
        self.launchShown.emit(shown)
        self.runs.add(times_of_run(shown))
        if self._plays_next:
            self._plays_next = False
            self.playback.play()

    def _take_opened(self, shown: ShownLaunch) -> None:
        """Another launch of the same pipeline."""
        from gpuviz.scene.timing.runs import times_of_run

        self.playback.pause()
        self._play(shown.trace)
        self.launchShown.emit(shown)
        self.runs.change_last(times_of_run(shown))

    def _take_compiled(self, found: Compiled) -> None:
        """What is played, modelled with the registers and instructions that it really has."""
        from gpuviz.engines.compiled_kernel import merged
        from gpuviz.scene.timing.runs import times_of_run

        trace, shown = self.playback.trace, self.launch.shown
        if trace is None or shown is None or shown.result.number != found.of.number:
            return  # another launch is on the screen by now
        self._replace_trace(merged(trace, found.launch))
        shown = self.launch.shown
        if shown is not None:
            self.runs.change_last(times_of_run(shown))

    def _take_refused(self, found: Refused) -> None:
        """What is played, with the note that Numba's compiler does not take its kernel."""
        trace, shown = self.playback.trace, self.launch.shown
        if trace is None or shown is None or shown.result.number != found.of.number:
            return  # another launch is on the screen by now
        if found.why not in trace.notes:
            self._replace_trace(replace(trace, notes=(*trace.notes, found.why)))

    def _play(self, trace: Trace) -> None:
        self.traceAboutToChange.emit()
        self.touches.forget()
        self.playback.set_trace(trace)
        self._first_look.pose(trace)
        self.traceShown.emit()

    def _replace_trace(self, trace: Trace) -> None:
        self.launch.replace_trace(trace)
        self.playback.replace_trace(trace)
        self.traceReplaced.emit()

    def _keep_failed(self, error: GpuvizError) -> None:
        self.lesson.failed = self.launch.choice
