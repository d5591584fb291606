"""From a choice to a launch and back: what is chosen, refused, launched, shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from gpuviz.device import Device
from gpuviz.launch import Dim3
from gpuviz.messages import GpuvizError, Message
from gpuviz.operation import OperationInfo, describe_runnable_text
from gpuviz.operation.gallery import is_twin_of_gallery
from gpuviz.operation.inputs import Inputs
from gpuviz.operation.module import read_source
from gpuviz.plugins import plugin_of
from gpuviz.scene.facts import Note
from gpuviz.scene.launch.choice import (
    GivenInputs,
    LaunchChoice,
    ShownLaunch,
    is_gallery,
    runs_no_host_code,
)
from gpuviz.scene.launch.notes import Standing, running, stale_note
from gpuviz.scene.launch.recorded import recorded_choice
from gpuviz.session.launch_opener import LaunchOpener
from gpuviz.session.launcher import Launcher
from gpuviz.session.signals import TypedSignal, signal

if TYPE_CHECKING:
    from gpuviz.engines.compiled_kernel import CompiledKernel
    from gpuviz.engines.names import EngineName, ScheduleName
    from gpuviz.engines.probe import Probe
    from gpuviz.engines.request import LaunchResult
    from gpuviz.trace import Trace

PATIENCE_MS = 300  # what is over sooner is not said to run
LIVE_DELAY_MS = 10  # a burst of changes becomes one launch


class LaunchController(QObject):
    """Keeps the LaunchChoice, launches it, and knows the launch that is on the screen."""

    choiceChanged = Signal()
    operationChanged = Signal()  # before choiceChanged: another kernel, or other sizes of it
    numbersSet = Signal()  # the numbers come from elsewhere than the form: what is typed is void
    stateChanged = Signal()  # the choice, why it is refused, or what became of its launch
    resultReady: TypedSignal[[ShownLaunch]] = signal(object)
    launchOpened: TypedSignal[[ShownLaunch]] = signal(object)  # another of the pipeline shown
    failed: TypedSignal[[GpuvizError]] = signal(object)
    staleChanged = Signal()  # `stale_note` alone may be another one
    probed = Signal()  # `probe` has answered
    notAgain: TypedSignal[[Message]] = signal(object)  # why a recording was not launched again
    consentWanted: TypedSignal[[OperationInfo]] = signal(object)  # whose host code has never run

    def __init__(
        self,
        launcher: Launcher,
        choice: LaunchChoice,
        prefers: EngineName | None,
        live: bool,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._launcher = launcher
        self._choice, self._schedule = choice, choice.schedule
        self._asked: dict[int, LaunchChoice] = {}
        self._number = 0
        self._prefers = prefers
        self._probe: Probe | None = None
        self._elsewhere: Probe | None = None  # of the cluster that launches run on
        self._gpu = 0  # which of the probe's
        self._recording: tuple[Trace, str] | None = None
        self._left: tuple[Trace, str] | None = None  # the recording that was shown last
        self._why_not_again: Message | None = None
        self._shown: ShownLaunch | None = None
        self._live = live
        self._is_typing = False
        self._standing: Standing = "settled"
        self._error: GpuvizError | None = None
        self._trusted: set[Path] = set()
        self._typed: dict[Path, str] = {}  # texts of files that were typed in this window
        self._drafts: dict[Path, str] = {}  # texts that run in the place of what their files say
        self._emulated_device = choice.device
        self._soon = QTimer(self, singleShot=True, interval=LIVE_DELAY_MS)
        self._soon.timeout.connect(self.run)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._stand("running"))
        self.opener = LaunchOpener(launcher, self)
        launcher.finished.connect(self._finished)
        launcher.failed.connect(self._refused)
        launcher.probed.connect(self._use_probe)
        self.opener.opened.connect(self._open)

    @property
    def choice(self) -> LaunchChoice:
        """What would be launched now."""
        return self._choice

    @property
    def shown(self) -> ShownLaunch | None:
        """The launch on the screen."""
        return self._shown

    @property
    def current(self) -> ShownLaunch | None:
        """The launch on the screen if it is what is chosen."""
        return None if self._is_behind() else self._shown

    @property
    def recording(self) -> tuple[Trace, str] | None:
        """The recording that is on the screen, and its file's name, while it is what is chosen."""
        return self._recording

    @property
    def why_not_again(self) -> Message | None:
        """Why the recording that is on the screen cannot be launched; None: it can."""
        return None if self._recording is None else self._why_not_again

    @property
    def error(self) -> GpuvizError | None:
        """What came of the launch of what is chosen."""
        return self._error

    @property
    def probe(self) -> Probe | None:
        """What the search for a GPU has found, where launches run; None before it has answered."""
        return self._elsewhere or self._probe

    @property
    def running(self) -> Message | None:
        """That a launch is under way, where it takes long enough to be said."""
        return running(self._choice) if self._standing == "running" else None

    @property
    def stale_note(self) -> Note | None:
        """Why the picture is not that of the choice; None while it is."""
        if self._recording is not None and self._standing != "running":
            return None
        stands = self._shown or self._left
        comes = bool(self._asked) or self._soon.isActive()
        return stale_note(self._choice, self._error, stands, comes, self._standing)

    @property
    def preferred_engine(self) -> EngineName | None:
        """The engine that was asked for; None: a GPU if one answers."""
        return self._prefers

    @property
    def emulated_device(self) -> Device:
        """The device that is modelled where no real GPU runs."""
        return self._emulated_device

    @property
    def compiled_kernel(self) -> CompiledKernel | None:
        """What is chosen, compiled for its device; None where nobody has done so yet."""
        return self._launcher.compilation.with_known(self._choice.request(self._number)).compiled

    @property
    def schedule(self) -> ScheduleName:
        """The order of steps that launches have; a failing order is only looked at."""
        return self._schedule

    @property
    def live(self) -> bool:
        """Whether each change launches by itself."""
        return self._live

    def set_live(self, live: bool) -> None:
        """Switch Live; a picture that is behind catches up."""
        self._live = live
        if live and self._recording is None and self._is_behind():
            self._soon.start()
        self.staleChanged.emit()

    def pick_operation(self, operation: OperationInfo) -> None:
        """Another kernel with its own size and block; it runs at once."""
        size, block = operation.default_size, operation.default_block
        here = replace(self._choice, operation=operation, size=size, block=block)
        chosen = replace(here, pinned_grid=None, schedule=self._schedule, given=None, inputs=())
        self._choice = self._on(self._engine_for(operation), chosen)
        self._tell_operation()
        self.run()

    def take_operation(self, operation: OperationInfo) -> None:
        """Another version of the kernel with the same numbers, if it takes them; it waits for
        `run`.
        """
        known = self._choice.operation
        kept = operation.size_names == known.size_names
        size = self._choice.size if kept else operation.default_size
        given = self._choice.given if operation.parameters == known.parameters else None
        inputs = self._choice.inputs if operation.parameters == known.parameters else ()
        self._choice = replace(
            self._choice, operation=operation, size=size, given=given, inputs=inputs
        )
        self._tell_operation()

    def take_changed_file(self) -> None:
        """Another program has written the file of what is chosen: with Live it runs, if it may."""
        operation = self._read_file()
        known = operation == self._choice.operation and self._standing != "unreadable"
        if operation is None or known:
            return
        self._standing = "settled"
        self.take_operation(operation)
        if self._live and self._is_behind() and self.may_run(operation):
            self._soon.start()
            self.staleChanged.emit()

    def pick_engine(self, engine: EngineName) -> None:
        """Another engine; a real GPU brings its own device."""
        self._prefers = engine
        self._use_engine(engine)

    def pick_device(self, device: Device) -> None:
        """Another device to emulate."""
        self._emulated_device = device
        self._change(replace(self._choice, device=device))

    def emulate_on(self, device: Device) -> None:
        """The device to emulate is described anew; a real GPU that runs stays."""
        if device != self._emulated_device and self._choice.engine != "cuda":
            self._change(replace(self._choice, device=device))
        self._emulated_device = device

    def pick_gpu(self, number: int) -> None:
        """Another GPU of this machine, by its place in the probe's answer; it runs from now on."""
        self._gpu, self._prefers = number, "cuda"
        self._use_engine("cuda")

    def move_to(self, elsewhere: Probe | None) -> None:
        """Launches run on a cluster, with the GPUs found there; None: here. All begins anew."""
        self._elsewhere, self._gpu = elsewhere, 0
        if elsewhere is not None and elsewhere.usable and self._prefers == "emulator":
            self._prefers = None  # who goes to a GPU wants it
        engine = self._choice.engine
        if engine == "cuda" and not self._gpus:
            engine = "emulator"
        elif engine != "numba-simulator":
            engine = self._engine_for(self._choice.operation)
        self.probed.emit()
        choice = self._on(engine, self._choice)
        if self._recording is None:
            self._change(choice)
        else:  # which goes on playing
            self._choice = choice
            self.choiceChanged.emit()

    def pick_schedule(self, schedule: ScheduleName) -> None:
        """Another order of steps from now on; it runs at once."""
        self._schedule = schedule
        self._run_in(schedule)

    def look_for_failing_order(self) -> None:
        """Launch the same once more, in an order that gives a wrong result if there is one."""
        self._run_in("adversarial")

    def back_to_schedule(self) -> None:
        """Launch the same in the order that launches have."""
        self._run_in(self._schedule)

    def set_numbers(self, size: tuple[int, ...], block: Dim3, grid: Dim3 | None) -> None:
        """Other numbers, whatever is being typed; what was drawn belongs to the old size."""
        self.numbersSet.emit()
        self.type_numbers(size, block, grid)

    def type_numbers(self, size: tuple[int, ...], block: Dim3, grid: Dim3 | None) -> None:
        """Other numbers, as they are typed."""
        given = self._choice.given if size == self._choice.size else None
        self._change(replace(self._choice, size=size, block=block, pinned_grid=grid, given=given))

    def set_typing(self, is_typing: bool) -> None:
        """Whether a text stands where a number should: nothing is launched meanwhile."""
        self._is_typing = is_typing

    def give(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Something was drawn: the pipeline takes it instead of its own inputs."""
        self._change(replace(self._choice, given=GivenInputs(arrays)))

    def choose_inputs(self, inputs: Inputs) -> None:
        """Other types, values or layouts of the arrays."""
        self._change(replace(self._choice, inputs=inputs))

    def choose(self, choice: LaunchChoice) -> None:
        """All of it at once; it runs unless it is refused, or on the screen already."""
        another = choice.operation != self._choice.operation
        self.numbersSet.emit()
        self._choice, self._schedule, self._error = choice, choice.schedule, None
        self._emulated_device = choice.device
        if another:
            self.operationChanged.emit()
        self._tell_choice()
        if self._is_behind() and not choice.problems():
            self.run()

    def show_recording(self, trace: Trace, name: str) -> None:
        """A recording is on the screen; it is chosen, too, where it can be launched again."""
        if self._asked:
            self._forget_asked()
        self._recording = self._left = (trace, name)
        self._shown, self._error = None, None
        for timer in (self._soon, self._patience):
            timer.stop()
        self.opener.forget()
        found = recorded_choice(trace, self._choice)
        self._why_not_again = found if isinstance(found, Message) else None
        if not isinstance(found, Message):
            on_gpu = trace.engine == "cuda" and bool(self._gpus)
            engine: EngineName = "cuda" if on_gpu else "emulator"
            if trace.engine == "numba-simulator":
                engine = "numba-simulator"
            self._choice = replace(found, engine=engine)
            self.operationChanged.emit()
        self.numbersSet.emit()
        self.choiceChanged.emit()
        self.stateChanged.emit()

    def show_graded(self, choice: LaunchChoice, result: LaunchResult) -> None:
        """A launch that a grader has run is chosen and shown, as if it had run from here."""
        self._forget_asked()
        result = replace(result, number=self._number)
        self._soon.stop()
        self.numbersSet.emit()
        self._choice, self._error = choice, None
        self.operationChanged.emit()
        self._tell_choice()
        shown = self.opener.show(choice, result)
        if shown is not None:
            self._take(shown, None)

    def may_run(self, operation: OperationInfo) -> bool:
        """Whether the host code of this file may run: the gallery's, what was agreed to, what was
        typed in this window as it was typed, and that of plugins, which somebody has installed.
        """
        path = operation.path
        is_typed = self._typed.get(path) == operation.source
        if is_gallery(operation) or is_twin_of_gallery(path) or runs_no_host_code(operation):
            return True
        if path in self._trusted or is_typed:
            return True
        return plugin_of(path) is not None

    def trust(self, operation: OperationInfo) -> None:
        """The host code of this file may run from now on."""
        self._trusted.add(operation.path)

    def trust_text(self, path: Path, text: str) -> None:
        """This file may run for as long as it says this: it was typed here."""
        self._typed[path] = text

    def set_draft(self, path: Path, text: str | None) -> None:
        """From now on this runs in the place of what the file says; None: that again."""
        if text is None:
            self._drafts.pop(path, None)
        else:
            self._drafts[path] = text

    def run(self) -> None:
        """Launch what is chosen, unless it is refused or nobody has agreed to run its host code.

        Nothing is launched while a text stands where a number should: the form says so.
        """
        self._soon.stop()
        if self.why_not_again is not None:
            self.notAgain.emit(self.why_not_again)
            return
        if self._is_typing or not self._read_file_again():
            return
        if self._choice.problems():
            self._leave_recording()
        elif not self.may_run(self._choice.operation):
            self.staleChanged.emit()
            self.consentWanted.emit(self._choice.operation)
        else:
            self._number += 1
            self._asked = {self._number: self._choice}
            self._standing = "settled"
            self._patience.start()
            self.opener.forget_fetch()
            self._launcher.launch(self._choice.request(self._number))

    def cancel(self) -> None:
        """End the launch that is under way."""
        self.opener.cancel_fetch()
        if not self._launcher.busy:
            return
        self._patience.stop()
        self._launcher.cancel()
        self._asked = {}
        self._stand("cancelled")

    def _stand(self, standing: Standing) -> None:
        """What became of a launch; what came of the one before it does not count any more."""
        self._standing = standing
        if self._error is not None:
            self._error = None
            self.stateChanged.emit()
        self.staleChanged.emit()

    def _run_in(self, schedule: ScheduleName) -> None:
        self._choice = replace(self._choice, schedule=schedule)
        self._tell_choice()
        self.run()

    def _change(self, choice: LaunchChoice) -> None:
        self._choice = replace(choice, schedule=self._schedule)
        self._error = None
        if self._live and not choice.problems():
            self._soon.start()
        self._tell_choice()

    def _use_engine(self, engine: EngineName) -> None:
        self._change(self._on(engine, self._choice))

    def _on(self, engine: EngineName, choice: LaunchChoice) -> LaunchChoice:
        """A choice on an engine and its device."""
        if engine == "cuda" and self._gpus:
            return replace(choice, engine=engine, device=self._gpus[self._gpu], gpu=self._gpu)
        return replace(choice, engine=engine, device=self._emulated_device)

    def _engine_for(self, operation: OperationInfo) -> EngineName:
        """A GPU that answers, unless another engine was asked for; pipelines are emulated, and
        scripts on nothing else.
        """
        if operation.is_script:
            return "emulator"
        if not (self._gpus and self._prefers in (None, "cuda")):
            return self._choice.engine
        return "emulator" if operation.is_pipeline else "cuda"

    def _use_probe(self, probe: Probe) -> None:
        """A GPU that answers is used from now on, unless another engine was asked for."""
        self._probe = probe
        if self._elsewhere is not None:
            return
        engine = self._engine_for(self._choice.operation)
        self.probed.emit()
        if engine != self._choice.engine and self._recording is None:
            self._use_engine(engine)

    @property
    def _gpus(self) -> tuple[Device, ...]:
        probe = self.probe
        return probe.devices if probe is not None and probe.usable else ()

    def _tell_operation(self) -> None:
        self._error = None
        self.operationChanged.emit()
        self._tell_choice()

    def _tell_choice(self) -> None:
        self._leave_recording()
        self.choiceChanged.emit()

    def _leave_recording(self) -> None:
        self._recording = None
        self.stateChanged.emit()

    def _read_file_again(self) -> bool:
        """Whether there is something to launch: the file may have been edited since."""
        operation, edited = self._choice.operation, self._read_file()
        if edited is None:
            return False
        self._choice = replace(self._choice, operation=edited)
        if edited.size_names != operation.size_names:
            self._choice = replace(self._choice, size=edited.default_size)
            self._tell_operation()
        return True

    def _read_file(self) -> OperationInfo | None:
        """What a user's own file says by now, the gallery's are as they were; None, and it is told,
        where that cannot be launched.
        """
        operation = self._choice.operation
        if is_gallery(operation):
            return operation
        try:
            draft = self._drafts.get(operation.path)
            source = read_source(operation.path) if draft is None else draft
            return describe_runnable_text(operation.path, source)
        except GpuvizError as error:
            self._forget_asked()
            self._failed(self._number, error, "unreadable")
            return None

    def _forget_asked(self) -> None:
        """Nobody waits any more for what is under way."""
        self._launcher.cancel()
        self._asked = {}
        self._number += 1

    def _finished(self, result: LaunchResult) -> None:
        """A pipeline that broke off is shown with what ran before."""
        if self.opener.take(result):
            return
        choice = self._asked.pop(result.number, None)
        if choice is None:  # overtaken by a newer one
            return
        shown = self.opener.show(choice, result)
        if shown is not None:
            self._take(shown, result.failure)
        elif result.failure is not None:
            self._failed(result.number, result.failure)

    def _refused(self, number: int, error: GpuvizError) -> None:
        if not self.opener.refuse(error):
            self._failed(number, error)

    def _take(self, shown: ShownLaunch, error: GpuvizError | None) -> None:
        self._error = error
        self._patience.stop()
        self._standing = "settled"
        self._shown, self._recording, self._left = shown, None, None
        self.resultReady.emit(shown)

    def _open(self, shown: ShownLaunch) -> None:
        self._shown = shown
        self.launchOpened.emit(shown)

    def replace_trace(self, trace: Trace) -> None:
        """More is known of the launch on the screen than its worker told."""
        if self._shown is not None:
            self._shown = replace(self._shown, trace=trace)

    def _failed(self, number: int, error: GpuvizError, standing: Standing = "settled") -> None:
        if number != self._number:
            return
        self._error, self._asked = error, {}
        self._patience.stop()
        self._standing = standing
        self.staleChanged.emit()
        self._leave_recording()
        self.failed.emit(error)

    def _is_behind(self) -> bool:
        return self._shown is None or self._shown.choice != self._choice
