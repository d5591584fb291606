"""Somebody who plays a lesson in a real window: predicts, does what is asked, reads on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox, QWidget
from pytestqt.exceptions import TimeoutError
from pytestqt.qtbot import QtBot

from gpuviz.lesson import LessonStep, ObservedState, Playing, Setting, merged, read_lesson
from gpuviz.messages import Message
from gpuviz.operation import find_operation
from gpuviz.scene.pictures.digits import digit_lines
from gpuviz.ui.lessons.places import bring_into_view, rect_of
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window, press_panel

CONTROL = Qt.KeyboardModifier.ControlModifier
MOST_PRESSES = 300  # of a key that goes on by one
PATIENCE_MS = 120_000  # of a machine that has much else to do
KEYS = {"start": Qt.Key.Key_Home, "end": Qt.Key.Key_End}
COLOURS = ("state", "sm", "start", "efficiency", "idle", "values")
READ_BACK = ("colour", "elements", "heat", "panel")  # what a step sets, and a condition can ask


class Pupil:
    """Acts on a window; what a step cannot set is kept in `refused`."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self.window = open_window(qtbot, EmulatingWorkers())
        self.window.session.launcher.set_cpu_timing(False)
        self.window.activateWindow()
        self.controller = self.window.lessons
        self.refused: list[Message] = []
        self.controller.setter.refused.connect(self.refused.append)
        self._doing: Mapping[str, Callable[[str], object]] = {
            "operation": self._pick_operation,
            "size": self._type_size,
            "block": lambda text: self._type(self.window.panels.launch.form.block_fields, text),
            "grid": self._type_grid,
            "engine": lambda text: self.window.toolbar.enginePicked.emit(text),
            "device": lambda text: self.window.toolbar.devicePicked.emit(text),
            "schedule": lambda text: self._trigger(f"schedule_{text}"),
            "draw": self._draw,
            "launch": self._open_launch,
            "live": lambda text: self._trigger("live"),
            "compare": lambda text: self._trigger("compare"),
            "beside_cpu": lambda text: self._click(self.window.panels.devices.to_scale),
            "choose": self._choose,
            "zoom": lambda text: self._trigger("enter" if text == "block" else "leave"),
            "step": self._play_to,
            "line": self._step_to_line,
            "panel": lambda text: press_panel(self.window, text),
            "colour": lambda text: self._trigger(f"colour_{text}"),
            "elements": lambda text: self._trigger(f"by_{text}"),
            "heat": lambda text: self._trigger(f"heat_{text}"),
            "source": self._show_source,
        }

    @property
    def playing(self) -> Playing:
        """Where the pupil is."""
        assert self.controller.playing is not None
        return self.controller.playing

    @property
    def seen(self) -> ObservedState:
        """What conditions ask about."""
        return self.controller.observer.seen()

    def open(self, path: Path) -> None:
        """Open a lesson as a file."""
        read = read_lesson(path)
        assert read.lesson is not None, [problem.text for problem in read.problems]
        self.window.open_file(path)

    def begin_step(self) -> LessonStep:
        """Waits until the window is as the step sets it."""
        self._wait(lambda: self.playing.begun and not self.controller.setter.busy)
        self._wait(lambda: not self.controller.observer.pending)
        step = self.playing.step
        assert step is not None
        return step

    def predict(self, step: LessonStep, number: int) -> None:
        """Press one of the predictions, if there are any."""
        if step.guesses:
            self._click(self.controller.strip.guesses.buttons[number % len(step.guesses)])
            assert self.playing.guess == number % len(step.guesses)

    def do(self, settings: tuple[Setting, ...]) -> None:
        """Set things as a hand does: type, press keys, click; what is too much is shown."""
        if any(setting.name not in self._doing for setting in settings):
            self._click(self.controller.strip.show_button)
            return
        for setting in settings:
            self._doing[setting.name](setting.value)
            self._wait(self._is_idle)

    def answer(self, step: LessonStep) -> None:
        """Do what a step asks for, or write the kernel that answers its puzzle."""
        if step.explains:
            if not self.playing.answered:
                right = [one.is_right for one in step.guesses].index(True)
                self._click(self.controller.strip.guesses.buttons[right])
            return
        if not step.puzzle:
            self.do(step.solution)
            return
        self._click(self.controller.strip.puzzle)
        window, puzzle = self.window, self.window.session.puzzle.open
        assert puzzle is not None
        window.editor.apply(puzzle.puzzle.solution)
        QTest.keyClick(window.editor.panel.editor, Qt.Key.Key_Return, CONTROL)
        self._wait(lambda: puzzle.puzzle.name in window.session.puzzle.solved)
        self._click(window.puzzles.strip.next)

    def finish_step(self) -> None:
        """Waits until the answer was noticed, and goes on."""
        try:
            self._wait(lambda: self.playing.answered)
        except TimeoutError as error:
            raise AssertionError(self._open_parts()) from error
        strip = self.controller.strip
        assert strip.reveal.isVisible()
        assert not strip.guesses.isVisible()
        self._click(strip.next)

    def missing_points(self, step: LessonStep) -> list[str]:
        """What the step points at and cannot be seen, also where it is scrolled to."""
        return [name for name in step.points if not self._comes_into_view(name)]

    def _comes_into_view(self, name: str) -> bool:
        def is_seen() -> bool:
            bring_into_view(self.controller.parts, name)
            return not rect_of(self.controller.parts, name).isEmpty()

        try:
            self._wait(is_seen)
        except TimeoutError:
            return False
        return True

    def not_set(self, step: LessonStep) -> list[Setting]:
        """What the step sets and the window does not show."""
        last = {one.name: one for one in merged(step.settings)}
        return [one for one in last.values() if not self._is_set(one)]

    def _is_set(self, setting: Setting) -> bool:
        seen, value = self.seen, setting.value
        if setting.name in READ_BACK:
            return bool(getattr(seen.view, setting.name) == value)
        if setting.name == "choose":
            return seen.level != "grid" or "[" in value if value != "grid" else seen.level == "grid"
        if setting.name == "step":
            ends = {"start": seen.played.step == 0, "end": seen.played.at_end}
            return ends[value] if value in ends else seen.played.step == int(value)
        if setting.name == "line":
            return value in (seen.played.line or "")
        if setting.name == "compare":
            pinned = self.window.session.comparison.pinned
            playing = self.window.session.playback.trace
            return (pinned is playing) if value == "on" else pinned is None
        return True

    def _open_parts(self) -> str:
        """What is not as the answer asks for it."""
        step = self.playing.step
        assert step is not None
        found = [(part, part.fact.read(self.seen)) for part in step.answer.parts]
        rows = [f"{part.fact.name} {part.sign} {part.text}, but is {is_}" for part, is_ in found]
        return f"{self.playing.lesson.path.name}, {step.title}: {'; '.join(rows)}"

    def _wait(self, ready: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(ready, timeout=PATIENCE_MS)

    def _is_idle(self) -> bool:
        controller = self.window.session.launch
        refused = bool(controller.choice.problems())
        current = controller.shown is not None and controller.shown.choice == controller.choice
        busy = self.window.session.launcher.busy
        return not busy and (current or refused or not controller.live)

    def _show_source(self, language: str) -> None:
        buttons = self.window.panels.source.bar.buttons
        self._click(next(button for name, button in buttons.items() if name == language))

    def _click(self, widget: QWidget) -> None:
        assert widget.isEnabled()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def _trigger(self, name: str) -> None:
        action = self.window.actions_by_id[name]
        assert action.isEnabled(), name
        action.trigger()

    def _pick_operation(self, name: str) -> None:
        self.window.toolbar.operationPicked.emit(str(find_operation(name).path))

    def _type(self, fields: tuple[QSpinBox, ...], text: str) -> None:
        numbers = text.replace("x", ",").split(",")
        numbers += ["1"] * (len(fields) - len(numbers))
        for field, number in zip(fields, numbers, strict=True):
            field.selectAll()
            QTest.keyClicks(field, number.strip())
            QTest.keyClick(field, Qt.Key.Key_Return)

    def _type_size(self, text: str) -> None:
        fields = self.window.panels.launch.form.size_fields
        every = text if "," in text or "x" in text else ",".join([text] * len(fields))
        self._type(fields, every)

    def _type_grid(self, text: str) -> None:
        form = self.window.panels.launch.form
        if form.link.isChecked() != (text == "auto"):
            self._click(form.link)
        if text != "auto":
            self._type(form.grid_fields, text)

    def _choose(self, words: str) -> None:
        if words == "grid":
            self._trigger("leave")
            self._trigger("leave")
            return
        QTest.keyClick(self.window.stage, Qt.Key.Key_G, CONTROL)
        QTest.keyClicks(self.window.go_to.line, words)
        QTest.keyClick(self.window.go_to.line, Qt.Key.Key_Return)

    def _draw(self, digit: str) -> None:
        press_panel(self.window, "pictures")
        canvas = self.window.panels.pictures.pad.canvas
        self._wait(lambda: canvas.drawing.width > 1)
        self._click(self.window.panels.pictures.pad.clear)
        for line in digit_lines(int(digit)):
            side = canvas.drawing.width
            first, *others = (canvas.place_of((x * side, y * side)).toPoint() for x, y in line)
            QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=first)
            for place in others:
                QTest.mouseMove(canvas, place)
            QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=others[-1])

    def _open_launch(self, name: str) -> None:
        press_panel(self.window, "pipeline")
        table = self.window.panels.pipeline.table
        shown = self.window.session.launch.shown
        assert shown is not None
        names = [trace.kernel for trace in shown.result.launches]
        self._wait(lambda: [row.kernel for row in table.launches.rows] == names)
        table.setFocus()
        table.choose(names.index(name) if name in names else int(name) - 1)
        QTest.keyClick(table, Qt.Key.Key_Return)

    def _play_to(self, where: str) -> None:
        if where in KEYS:
            QTest.keyClick(self.window.stage, KEYS[where])
        else:
            self._choose(f"step {where}")

    def _step_to_line(self, words: str) -> None:
        for _ in range(MOST_PRESSES):
            if words in (self.seen.played.line or ""):
                return
            QTest.keyClick(self.window.stage, Qt.Key.Key_Right)
        self._click(self.controller.strip.show_button)
