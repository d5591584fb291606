"""Puts the window in the state that a step asks for: first the launch, then how it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QObject, Signal

from gpuviz.device import find_device
from gpuviz.engines.request import EngineName, ScheduleName
from gpuviz.insight.colourings import Colouring
from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.insight.go_to import go_to
from gpuviz.launch import parse_dim3
from gpuviz.lesson import SETTINGS, Setting
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.operation import find_operation, parse_size
from gpuviz.scene.launch.choice import Choice
from gpuviz.scene.source.heat import HEATS
from gpuviz.ui.lessons.drawing import draw_digit
from gpuviz.ui.lessons.observer import source_line
from gpuviz.ui.lessons.sweeping import start_sweep
from gpuviz.ui.playback.travel import travel

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow

Batch = Sequence[Setting]
ENGINES = {name: name for name in get_args(EngineName)}
WHERE = ("operation", "engine", "device", "schedule")
"""What has to be as a lesson left it for the next step to go on from there."""
LAUNCH = (*WHERE, "size", "block", "pinned_grid")
SCHEDULES = {name: name for name in get_args(ScheduleName)}


class Setter(QObject):
    """Sets batch after batch; each waits for its launch. `settled` once all is done.

    `refused` tells of something that this launch does not have.
    """

    settled = Signal()
    refused = Signal(object)  # Message

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._waiting: list[Batch] = []
        self._looks: Batch = ()  # what waits for a launch
        self._launches = False  # whether one is waited for
        desk = window.launch_desk
        window.launchShown.connect(self._go_on)  # posed already, or the pose would come after us
        desk.failed.connect(self._go_on)
        desk.launchOpened.connect(self._go_on)
        desk.pipelines.openFailed.connect(self._go_on)
        self._acts: Mapping[str, Callable[[str], object]] = {
            "draw": self._draw,
            "live": self._set_live,
            "launch": self._open_launch,
            "choose": self._choose,
            "zoom": self._zoom,
            "step": self._play_to_step,
            "line": self._play_to_line,
            "panel": self._raise_panel,
            "colour": lambda name: window.stage.set_colouring(Colouring(name)),
            "elements": lambda name: window.stage.arrays.colour(ElementColouring(name)),
            "heat": self._choose_heat,
            "beside_cpu": self._show_beside_cpu,
            "compare": self._compare,
            "sweep": lambda kind: start_sweep(window, kind),
        }

    @property
    def busy(self) -> bool:
        """Whether something is still to be set."""
        return self._launches or bool(self._waiting)

    def apply(self, batches: Sequence[Batch]) -> None:
        """Set this, and nothing of what was asked for before."""
        self._waiting, self._looks, self._launches = list(batches), (), False
        self._window.playback.pause()
        self._begin()

    def is_short_for(
        self, few: Sequence[Batch], whole: Sequence[Batch], fields: Sequence[str]
    ) -> bool:
        """Whether a few settings lead from here to where the whole lot leads; not if somebody has
        gone to another operation on the way.
        """
        here = self._window.launch_desk.choice
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
        desk = self._window.launch_desk
        choice = self._chosen_by(batch)
        self._looks = [one for one in batch if not SETTINGS[one.name].of_launch]
        on_screen = desk.shown is not None and desk.shown.choice == choice
        if choice != desk.choice or not on_screen:
            self._launches = not on_screen and not choice.problems()
            self._window.files.open_choice(choice)
        if not self._launches:
            self._look()

    def _chosen_by(self, batch: Batch) -> Choice:
        """What a batch chooses; what is chosen now where this machine cannot have it."""
        now = self._window.launch_desk.choice
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
        desk = self._window.launch_desk
        draw_digit(self._window, int(digit))
        self._launches = desk.live and desk.shown is not None and desk.shown.choice != desk.choice

    def _set_live(self, value: str) -> None:
        desk = self._window.launch_desk
        desk.set_live(value == "on")
        self._window.actions_by_id["live"].setChecked(value == "on")

    def _open_launch(self, name: str) -> None:
        """Raises GpuvizError for a launch that this pipeline does not have."""
        desk = self._window.launch_desk
        opened = desk.shown.opened if desk.shown is not None else None
        launches = () if opened is None else opened.of.launches
        names = [trace.kernel for trace in launches]
        row = names.index(name) if name in names else int(name) - 1 if name.isdecimal() else -1
        if not 0 <= row < len(launches):
            template = "This pipeline has {count} launches, and none that is called `{name}`."
            values = {"count": len(launches), "name": name}
            raise GpuvizError(Message("lesson.no-launch", template, values))
        if opened is not None and opened.row != row:
            desk.pipelines.open(row)
            self._launches = desk.pipelines.fetching is not None

    def _choose(self, words: str) -> None:
        """Raises RequestRefused for what the launch does not have."""
        window, trace = self._window, self._window.playback.trace
        if words == "grid":
            window.selection.clear()
            window.stage.fit()
        elif trace is not None:
            order = window.playback.order
            travel(window.playback, window.selection, go_to(words, trace, order, None))

    def _zoom(self, value: str) -> None:
        window = self._window
        if value == "grid":
            window.stage.fit()
        else:
            window.stage.enter_block(window.selection.block or 0)

    def _play_to_step(self, value: str) -> None:
        """Raises RequestRefused for a step after the last."""
        playback = self._window.playback
        if value in ("start", "end"):
            playback.seek(0 if value == "start" else playback.length)
        elif int(value) <= playback.length:
            playback.seek_step(int(value))
        else:
            template = "This launch has {count} steps, and none with the number {step}."
            values = {"count": playback.length, "step": int(value)}
            raise GpuvizError(Message("lesson.no-step", template, values))

    def _play_to_line(self, words: str) -> None:
        """Raises GpuvizError for a line that never runs."""
        playback = self._window.playback
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

    def _raise_panel(self, name: str) -> None:
        if not self._window.present_desk.presenting:
            self._window.arrangement.raise_below(name)

    def _choose_heat(self, name: str) -> None:
        self._window.source_panel.show_heat(next(heat for heat in HEATS if heat.name == name))

    def _show_beside_cpu(self, value: str) -> None:
        window = self._window
        if value == "on" or "devices" in vars(window):  # a panel that nobody has seen shows none
            window.devices.to_scale.setChecked(value == "on")

    def _compare(self, value: str) -> None:
        desk = self._window.compare_desk
        if (desk.pinned is not None) != (value == "on"):
            desk.toggle()


def _choice_after(choice: Choice, batch: Batch) -> Choice:
    """What is chosen once the settings are made; they have been checked."""
    for setting in batch:
        choice = _with(choice, setting.name, setting.value)
    return choice


def _with(choice: Choice, name: str, value: str) -> Choice:
    match name:
        case "operation":
            info = find_operation(value)
            size, block = info.default_size, info.default_block
            fresh = replace(choice, pinned_grid=None, given=None)
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
