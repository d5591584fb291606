"""Puts the window in the state that a step asks for: first the launch, then how it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import get_args

import numpy as np
from PySide6.QtCore import QObject, Signal

from gpuviz.device import find_device
from gpuviz.engines.names import EngineName, ScheduleName
from gpuviz.insight.colourings import Colouring
from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.insight.go_to import go_to
from gpuviz.launch import parse_dim3
from gpuviz.lesson import SETTINGS, Setting
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.operation import find_operation, parse_size
from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.scene.pictures.digits import digit_lines
from gpuviz.scene.pictures.strokes import Drawing, Stroke
from gpuviz.scene.source.heat import HEATS
from gpuviz.scene.source.level_names import LEVELS
from gpuviz.session.session import Session
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.ui.lessons.observer import source_line
from gpuviz.ui.panels import Panels
from gpuviz.ui.pictures.controller import drawable_of
from gpuviz.ui.playback.travel import travel
from gpuviz.ui.stage.view import StageView

Batch = Sequence[Setting]
ENGINES = {name: name for name in get_args(EngineName)}
WHERE = ("operation", "engine", "device", "schedule")
"""What has to be as a lesson left it for the next step to go on from there."""
LAUNCH = (*WHERE, "size", "block", "pinned_grid")
SCHEDULES = {name: name for name in get_args(ScheduleName)}


class LessonSetter(QObject):
    """Sets batch after batch; each waits for its launch. `settled` once all is done.

    `refused` tells of something that this launch does not have.
    """

    settled = Signal()
    refused: TypedSignal[[Message]] = signal(object)

    def __init__(
        self,
        session: Session,
        panels: Panels,
        stage: StageView,
        raise_panel: Callable[[str], object],
    ) -> None:
        super().__init__(panels)
        self._session, self._launch, self._view = session, session.launch, session.view
        self._panels, self._stage, self._raise_panel = panels, stage, raise_panel
        self._waiting: list[Batch] = []
        self._looks: Batch = ()  # what waits for a launch
        self._launches = False  # whether one is waited for
        session.launchShown.connect(self._go_on)  # posed already, or the pose would come after us
        self._launch.failed.connect(self._go_on)
        self._launch.opener.openFailed.connect(self._go_on)
        self._acts: Mapping[str, Callable[[str], object]] = {
            "draw": self._draw,
            "live": lambda value: self._launch.set_live(value == "on"),
            "launch": self._open_launch,
            "choose": self._choose,
            "zoom": self._zoom,
            "step": self._play_to_step,
            "line": self._play_to_line,
            "panel": raise_panel,
            "colour": self._colour,
            "elements": self._colour_elements,
            "heat": self._choose_heat,
            "source": self._show_source,
            "beside_cpu": self._show_beside_cpu,
            "compare": self._compare,
            "sweep": self._sweep,
        }

    @property
    def busy(self) -> bool:
        """Whether something is still to be set."""
        return self._launches or bool(self._waiting)

    def apply(self, batches: Sequence[Batch]) -> None:
        """Set this, and nothing of what was asked for before."""
        self._waiting, self._looks, self._launches = list(batches), (), False
        self._session.playback.pause()
        self._begin()

    def is_short_for(
        self, few: Sequence[Batch], whole: Sequence[Batch], fields: Sequence[str]
    ) -> bool:
        """Whether a few settings lead from here to where the whole lot leads; not if somebody has
        gone to another operation on the way.
        """
        here = self._launch.choice
        try:
            ends, wanted = (_choice_after(here, list(chain(*batches))) for batches in (few, whole))
        except RequestRefused:
            return False
        return all(getattr(ends, name) == getattr(wanted, name) for name in fields)

    def forget(self) -> None:
        """Set nothing more."""
        self._waiting, self._looks, self._launches = [], (), False

    def _begin(self) -> None:
        """The next batch: its launch at once, what one looks at when that is there."""
        if not self._waiting:
            self.settled.emit()
            return
        batch = self._waiting.pop(0)
        launch, choice = self._launch, self._chosen_by(batch)
        self._looks = [one for one in batch if not SETTINGS[one.name].of_launch]
        on_screen = launch.shown is not None and launch.shown.choice == choice
        if choice != launch.choice or not on_screen:
            self._launches = not on_screen and not choice.problems()
            launch.choose(choice)
        if not self._launches:
            self._look()

    def _chosen_by(self, batch: Batch) -> LaunchChoice:
        """What a batch chooses; what is chosen now where this machine cannot have it."""
        now = self._launch.choice
        try:
            return _choice_after(now, batch)
        except RequestRefused as error:
            self.refused.emit(error.message)
            return now

    def _go_on(self, _told: object) -> None:
        """A launch has come, or failed: if it was ours, look at it."""
        if self._launches:
            self._launches = False
            self._look()

    def _look(self) -> None:
        while self._looks:
            setting, *self._looks = self._looks
            try:
                self._acts[setting.name](setting.value)
            except GpuvizError as error:
                self.refused.emit(error.message)
            if self._launches:
                return  # the others wait for it
        self._begin()

    def _draw(self, digit: str) -> None:
        """On the canvas of the panel of pictures, in place of what is there."""
        self._raise_panel("pictures")
        shown = self._launch.shown
        inputs = {} if shown is None else shown.result.inputs
        name = drawable_of(self._launch.choice.operation, inputs)
        if name is not None:
            height, width = np.shape(inputs[name])[-2:]
            drawing = Drawing(height, width)
            for line in digit_lines(int(digit)):
                drawing = drawing.drawn(Stroke(tuple((x * width, y * height) for x, y in line)))
            self._panels.pictures.pad.canvas.show_drawing(drawing)
        behind = shown is not None and shown.choice != self._launch.choice
        self._launches = self._launch.live and behind

    def _sweep(self, kind: str) -> None:
        """Open the panel on the page of that kind and press its button."""
        self._raise_panel("sweeps")
        form = self._panels.sweeps.form
        form.kinds[kind].click()
        if not self._session.launcher.sweeps.busy:
            form.button.click()

    def _open_launch(self, name: str) -> None:
        """Raises GpuvizError for a launch that this pipeline does not have."""
        shown, opener = self._launch.shown, self._launch.opener
        launches = shown.result.launches if shown is not None and shown.of_pipeline else ()
        names = [trace.kernel for trace in launches]
        row = names.index(name) if name in names else int(name) - 1 if name.isdecimal() else -1
        if not 0 <= row < len(launches):
            template = "This pipeline has {count} launches, and none that is called `{name}`."
            if len(launches) == 1:
                template = "The only launch of this pipeline is not called `{name}`."
            values = {"count": len(launches), "name": name}
            raise GpuvizError(Message("lesson.no-launch", template, values))
        if shown is not None and shown.row != row:
            opener.open(row)
            self._launches = opener.fetching is not None

    def _choose(self, words: str) -> None:
        """Raises RequestRefused for what the launch does not have."""
        playback, selection = self._session.playback, self._session.selection
        if words == "grid":
            selection.clear()
            self._stage.fit()
        elif playback.trace is not None:
            travel(playback, selection, go_to(words, playback.trace, playback.order, None))

    def _zoom(self, value: str) -> None:
        if value == "grid":
            self._stage.fit()
        else:
            self._stage.enter_block(self._session.selection.block or 0)

    def _play_to_step(self, value: str) -> None:
        """Raises RequestRefused for a step after the last."""
        playback = self._session.playback
        if value in ("start", "end"):
            playback.seek(0 if value == "start" else playback.length)
        elif int(value) <= playback.length:
            playback.seek_step(int(value))
        else:
            template = "This launch has {count} steps, and none with the number {step}."
            if playback.length == 1:
                template = "This launch has 1 step, and none with the number {step}."
            values = {"count": playback.length, "step": int(value)}
            raise GpuvizError(Message("lesson.no-step", template, values))

    def _play_to_line(self, words: str) -> None:
        """Raises GpuvizError for a line that never runs."""
        playback = self._session.playback
        trace, finder = playback.trace, playback.finder
        if trace is None or finder is None:
            return
        rows = range(len(trace.statements))
        lines = {trace.statements[row].line for row in rows if words in source_line(trace, row)}
        moments = finder.of_lines(lines).moment
        if len(moments) == 0:
            template = "No step of this launch is on the line `{words}`."
            raise GpuvizError(Message("lesson.no-moment", template, {"words": words}))
        playback.seek_step(int(moments[0]))

    def _colour(self, name: str) -> None:
        self._view.colouring = Colouring(name)

    def _colour_elements(self, name: str) -> None:
        self._view.element_colouring = ElementColouring(name)

    def _choose_heat(self, name: str) -> None:
        self._view.heat = next(heat for heat in HEATS if heat.name == name)

    def _show_source(self, name: str) -> None:
        level = next(level for level in LEVELS if level == name)
        self._view.show_level(level, self._view.level_of)

    def _show_beside_cpu(self, value: str) -> None:
        self._view.beside_cpu = value == "on"

    def _compare(self, value: str) -> None:
        comparison = self._session.comparison
        if (comparison.pinned is not None) != (value == "on"):
            comparison.toggle()


def _choice_after(choice: LaunchChoice, batch: Batch) -> LaunchChoice:
    """What is chosen once the settings are made; they have been checked."""
    for setting in batch:
        choice = _with(choice, setting.name, setting.value)
    return choice


def _with(choice: LaunchChoice, name: str, value: str) -> LaunchChoice:
    match name:
        case "operation":
            info = find_operation(value)
            size, block = info.default_size, info.default_block
            fresh = replace(choice, pinned_grid=None, given=None, inputs=())
            return replace(fresh, operation=info, size=size, block=block)
        case "size":
            return replace(choice, size=parse_size(choice.operation, value), given=None)
        case "block":
            return replace(choice, block=parse_dim3(value, "block"))
        case "grid":
            return replace(choice, pinned_grid=None if value == "auto" else parse_dim3(value, name))
        case "engine":
            return replace(choice, engine=ENGINES[value])
        case "device":
            return replace(choice, device=find_device(value))
        case "schedule":
            return replace(choice, schedule=SCHEDULES[value])
    return choice
