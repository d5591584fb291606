"""From the form to a launch and back: what is chosen, refused, launched, shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from gpuviz.device import Device
from gpuviz.engines.compiled_kernel import CompiledKernel, merged
from gpuviz.engines.pipeline_request import PipelineResult
from gpuviz.engines.probe import Probe
from gpuviz.engines.request import EngineName, LaunchResult, ScheduleName
from gpuviz.launch import Dim3
from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo, describe
from gpuviz.scene.launch.choice import Choice, Given, Shown, is_gallery
from gpuviz.scene.launch.notes import Standing, stale_note
from gpuviz.session.compilation import Compiled
from gpuviz.session.launcher import Launcher
from gpuviz.trace import Trace
from gpuviz.ui.later import Later
from gpuviz.ui.launch.filling import fill_with_choice, fill_with_recording
from gpuviz.ui.launch.panel import LaunchPanel
from gpuviz.ui.launch.pipeline_runs import PipelineRuns

PATIENCE_MS = 300  # what is over sooner is not said to run
LIVE_DELAY_MS = 10  # a burst of changes becomes one launch


class LaunchDesk(QObject):
    """Keeps the Choice, launches it, and fills the launch panel."""

    choiceChanged = Signal()
    resultReady = Signal(object)  # Shown
    launchOpened = Signal(object)  # Shown: another launch of the pipeline on the screen
    modelChanged = Signal(object)  # Compiled: of the launch on the screen more is known
    failed = Signal(object)  # GpuvizError
    staleChanged = Signal(object)  # Note: why the picture is not that of the form; None when it is
    consentWanted = Signal(object)  # OperationInfo whose host code has never run

    def __init__(
        self,
        panel: LaunchPanel,
        launcher: Launcher,
        choice: Choice,
        prefers: EngineName | None,
        live: bool,
    ) -> None:
        super().__init__(panel)
        self._panel, self._launcher = panel, launcher
        self._choice, self._schedule = choice, choice.schedule
        self._asked: dict[int, Choice] = {}
        self._number = 0
        self._prefers = prefers
        self._gpus: tuple[Device, ...] = ()
        self._gpu = 0  # which of them
        self._recording: tuple[Trace, str] | None = None  # that is shown, and its file's name
        self._shown: Shown | None = None
        self._live = live
        self._standing: Standing = "settled"
        self._error: GpuvizError | None = None
        self._trusted: set[Path] = set()
        self._emulated_device = choice.device
        self._soon = QTimer(self, singleShot=True, interval=LIVE_DELAY_MS)
        self._soon.timeout.connect(self.run)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._stand("running"))
        self._later = Later(self, self._show_choice)
        self.pipelines = PipelineRuns(launcher.pipelines, self)
        panel.form.edited.connect(self._form_edited)
        launcher.finished.connect(self._finished)
        launcher.failed.connect(self._failed)
        launcher.compilation.compiled.connect(self._compiled)
        self.pipelines.failed.connect(self._failed)
        self.pipelines.finished.connect(self._pipeline_finished)
        self.pipelines.opened.connect(self._open)
        self._show_operation()

    @property
    def choice(self) -> Choice:
        """What would be launched now."""
        return self._choice

    @property
    def shown(self) -> Shown | None:
        """The launch on the screen."""
        return self._shown

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
        self._tell_stale()

    def pick_operation(self, operation: OperationInfo) -> None:
        """Another kernel with its own size and block; it runs at once."""
        size, block = operation.default_size, operation.default_block
        here = replace(self._choice, operation=operation, size=size, block=block)
        chosen = replace(here, pinned_grid=None, schedule=self._schedule, given=None)
        self._choice = self._on(self._engine_for(operation), chosen)
        self._show_operation()
        self.run()

    def pick_engine(self, engine: EngineName) -> None:
        """Another engine; a real GPU brings its own device."""
        self._prefers = engine
        self._use_engine(engine)

    def pick_device(self, device: Device) -> None:
        """Another device to emulate."""
        self._emulated_device = device
        self._change(replace(self._choice, device=device))

    def pick_gpu(self, number: int) -> None:
        """Another GPU of this machine, by its place in the probe's answer; it runs from now on."""
        self._gpu, self._prefers = number, "cuda"
        self._use_engine("cuda")

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

    def use_probe(self, probe: Probe) -> None:
        """A GPU that answers is used from now on, unless another engine was asked for."""
        self._gpus = probe.devices if probe.usable else ()
        engine = self._engine_for(self._choice.operation)
        if engine != self._choice.engine and self._recording is None:
            self._use_engine(engine)

    def set_numbers(self, size: tuple[int, ...], block: Dim3, grid: Dim3 | None) -> None:
        """Other numbers, whatever is being typed; what was drawn belongs to the old size."""
        self._panel.form.forget_texts()
        self._use_numbers(size, block, grid)

    def _use_numbers(self, size: tuple[int, ...], block: Dim3, grid: Dim3 | None) -> None:
        given = self._choice.given if size == self._choice.size else None
        self._change(replace(self._choice, size=size, block=block, pinned_grid=grid, given=given))

    def give(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Something was drawn: the pipeline takes it instead of its own inputs."""
        self._change(replace(self._choice, given=Given(arrays)))

    def take_over(self, other: LaunchDesk) -> None:
        """Go on where another desk stands, which waits for nothing any more."""
        self._choice, self._schedule, self._live = other._choice, other._schedule, other._live
        self._shown, self._error, self._standing = other._shown, other._error, other._standing
        self._trusted, self._number = set(other._trusted), other._number
        self._gpu, self._prefers = other._gpu, other._prefers
        self._emulated_device = other._emulated_device
        self.pipelines.take_over(other.pipelines)
        self._panel.form.show_operation(self._choice.operation)
        self._show_choice()
        self.choiceChanged.emit()
        if other._recording is not None:
            self.show_recording(*other._recording)
        self._asked, other._asked = other._asked, {}
        for mine, its in ((self._soon, other._soon), (self._patience, other._patience)):
            if its.isActive():
                its.stop()
                mine.start()

    def choose(self, choice: Choice) -> None:
        """All of it at once; it runs unless it is refused, or on the screen already."""
        another = choice.operation != self._choice.operation
        self._panel.form.forget_texts()
        self._choice, self._schedule, self._error = choice, choice.schedule, None
        self._emulated_device = choice.device
        if another:
            self._panel.form.show_operation(choice.operation)
        self._show_choice()
        self.choiceChanged.emit()
        if self._is_behind() and not choice.problems():
            self.run()

    def show_recording(self, trace: Trace, name: str) -> None:
        """Say what a recording is; the form rests until something is launched again."""
        if self._asked:
            self._forget_asked()
        self._recording, self._shown = (trace, name), None
        for timer in (self._soon, self._later, self._patience):
            timer.stop()
        self.pipelines.forget()
        fill_with_recording(self._panel, trace, name)
        self.staleChanged.emit(None)

    def may_run(self, operation: OperationInfo) -> bool:
        """Whether the host code of this file may run: the gallery's, and what was agreed to."""
        return is_gallery(operation) or operation.path in self._trusted

    def trust(self, operation: OperationInfo) -> None:
        """The host code of this file may run from now on."""
        self._trusted.add(operation.path)

    def run(self) -> None:
        """Launch what is chosen, unless it is refused or nobody has agreed to run its host code.

        Nothing is launched while a text stands in a field that is no number: the form says so.
        """
        self._soon.stop()
        if self._panel.form.problem is not None or not self._read_file_again():
            return
        if self._choice.problems():
            self._show_choice()
        elif not self.may_run(self._choice.operation):
            self.consentWanted.emit(self._choice.operation)
        else:
            self._number += 1
            self._asked = {self._number: self._choice}
            self._standing = "settled"
            self._patience.start()
            self._start()

    def cancel(self) -> None:
        """End the launch that is under way."""
        self.pipelines.cancel_fetch()
        if not (self._launcher.busy or self._launcher.pipelines.busy):
            return
        self._patience.stop()
        self._launcher.cancel()
        self._launcher.pipelines.cancel()
        self._stand("cancelled")

    def _start(self) -> None:
        if self._choice.operation.is_pipeline:
            self.pipelines.run(self._choice, self._number)
        else:
            self.pipelines.forget()
            self._launcher.launch(self._choice.request(self._number))

    def _stand(self, standing: Standing) -> None:
        self._standing = standing
        self._tell_stale()

    def _run_in(self, schedule: ScheduleName) -> None:
        self._choice = replace(self._choice, schedule=schedule)
        self._show_choice()
        self.choiceChanged.emit()
        self.run()

    def _change(self, choice: Choice) -> None:
        self._choice = replace(choice, schedule=self._schedule)
        self._error = None
        self._show_choice()
        if self._live and not choice.problems():
            self._soon.start()
        self.choiceChanged.emit()

    def _use_engine(self, engine: EngineName) -> None:
        self._change(self._on(engine, self._choice))

    def _on(self, engine: EngineName, choice: Choice) -> Choice:
        """A choice on an engine and its device."""
        if engine == "cuda" and self._gpus:
            return replace(choice, engine=engine, device=self._gpus[self._gpu], gpu=self._gpu)
        return replace(choice, engine=engine, device=self._emulated_device)

    def _engine_for(self, operation: OperationInfo) -> EngineName:
        """A GPU that answers, unless another engine was asked for; pipelines are emulated."""
        if not (self._gpus and self._prefers in (None, "cuda")):
            return self._choice.engine
        return "emulator" if operation.is_pipeline else "cuda"

    def _form_edited(self) -> None:
        form = self._panel.form
        self._use_numbers(form.problem_size, form.block, form.pinned_grid)

    def _show_operation(self) -> None:
        self._error = None
        self._panel.form.show_operation(self._choice.operation)
        self._show_choice()
        self.choiceChanged.emit()

    def _read_file_again(self) -> bool:
        """Whether there is something to launch.

        A user's own file may have been edited since; the gallery's are as they were.
        """
        operation = self._choice.operation
        if is_gallery(operation):
            return True
        try:
            edited = describe(operation.path)
        except GpuvizError as error:
            self._forget_asked()
            self._failed(self._number, error)
            return False
        self._choice = replace(self._choice, operation=edited)
        if edited.size_names != operation.size_names:
            self._choice = replace(self._choice, size=edited.default_size)
            self._show_operation()
        return True

    def _forget_asked(self) -> None:
        """Nobody waits any more for what is under way."""
        self._launcher.cancel()
        self._launcher.pipelines.cancel()
        self._asked = {}
        self._number += 1

    def _finished(self, result: LaunchResult) -> None:
        choice = self._asked.pop(result.number, None)
        if choice is not None:  # not overtaken by a newer one
            self._take(Shown(choice, result), None)

    def _pipeline_finished(self, result: PipelineResult) -> None:
        """A pipeline that broke off is shown with what ran before."""
        choice = self._asked.pop(result.number, None)
        if choice is None:
            return
        shown = self.pipelines.show(choice, result)
        if shown is not None:
            self._take(shown, result.failure)
        elif result.failure is not None:
            self._failed(result.number, result.failure)

    def _take(self, shown: Shown, error: GpuvizError | None) -> None:
        self._error = error
        self._patience.stop()
        self._standing = "settled"
        self._shown = shown
        self.resultReady.emit(shown)
        self._later.ask()  # the picture first

    def _open(self, shown: Shown) -> None:
        self._shown = shown
        self.launchOpened.emit(shown)
        self._later.ask()

    def _compiled(self, found: Compiled) -> None:
        """The launch on the screen has been compiled; any other one is over."""
        if self._shown is None or self._shown.result is not found.of:
            return
        trace = merged(found.of.trace, found.launch)
        self._shown = replace(self._shown, result=replace(found.of, trace=trace))
        self.modelChanged.emit(found)
        self._later.ask()

    def _failed(self, number: int, error: GpuvizError) -> None:
        if number != self._number:
            return
        self._error = error
        self._patience.stop()
        self._show_choice()
        self.failed.emit(error)

    def _is_behind(self) -> bool:
        return self._shown is None or self._shown.choice != self._choice

    def _show_choice(self) -> None:
        self._recording = None
        fill_with_choice(self._panel, self._choice, self._error, self._current())
        self._tell_stale()

    def _current(self) -> Shown | None:
        """The launch on the screen if it is what is chosen."""
        return None if self._is_behind() else self._shown

    def _tell_stale(self) -> None:
        note = stale_note(self._choice, self._error, self._shown, self._live, self._standing)
        self.staleChanged.emit(note)
