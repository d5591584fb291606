"""A lecture of fifteen steps, given with keys alone: told to the keyboard, seen in the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gpuviz.session.coalesced import has_work
from gpuviz.ui.app import WindowKeeper
from gpuviz.ui.main_window import MainWindow

Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TURN_MS, TURNS = 10, 3_000


@dataclass(frozen=True, slots=True)
class LectureStep:
    """What is done, with which keys, what is seen then; `ahead`: the window that is looked at."""

    does: str
    keys: Callable[[Lecturer], None]
    seen: Callable[[Lecturer], bool]
    ahead: str = "window"  # or "audience", or "popup"


class Lecturer:
    """Somebody with a keyboard. Whatever has the focus gets the keys."""

    def __init__(self, window: MainWindow, size: tuple[int, int]) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.keeper, self.size = WindowKeeper(app, window.session, window), size
        window.resize(*size)
        window.activateWindow()
        self.wait(lambda: QApplication.focusWidget() is self.window.stage)

    @property
    def window(self) -> MainWindow:
        """The speaker's."""
        return self.keeper.window

    def press(
        self, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """One key, to whatever has the keyboard."""
        self._come_back()
        QTest.keyClick(self.focus, key, held)

    def type(self, text: str) -> None:
        """A word, and Enter."""
        QTest.keyClicks(self.focus, text)
        QTest.keyClick(self.focus, Key.Key_Return)

    def _come_back(self) -> None:
        """A closed popup gives the keyboard back to its window; not so on Qt's offscreen screen."""
        active = QApplication.activeWindow()
        if active is None or not active.isVisible():
            self.window.activateWindow()
            self.wait(lambda: QApplication.activeWindow() is self.window)

    @property
    def focus(self) -> QWidget:
        """What has the keyboard."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        ahead = popup or modal or self.window
        return ahead.focusWidget() or ahead

    def on_screen(self) -> None:
        """A screen of that size, which the test's screen may not have."""
        self.window.setWindowState(Qt.WindowState.WindowNoState)
        self.window.resize(*self.size)
        self.wait(lambda: self.window.size().toTuple() == self.size)

    def wait(self, seen: Callable[[], bool]) -> None:
        """Until something is seen, and all that follows from it is on the screen."""
        for _ in range(TURNS):
            if seen() and not has_work(self.window, self.window.session):
                return
            loop = QEventLoop()
            QTimer.singleShot(TURN_MS, loop.quit)
            loop.exec()
        raise AssertionError("what should be seen did not come")

    def looked_at(self, step: LectureStep) -> QWidget:
        """The window that the hall sees."""
        if step.ahead == "audience":
            assert self.keeper.audience is not None
            return self.keeper.audience
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        return popup if step.ahead == "popup" and popup is not None else self.window

    def give(self) -> Iterator[tuple[LectureStep, QWidget]]:
        """Step by step: what was done, and the window as the hall sees it then."""
        for step in STEPS:
            step.keys(self)
            if step.does == STEPS[0].does:
                self.on_screen()
            self.wait(lambda step=step: step.seen(self))  # type: ignore[misc]
            yield step, self.looked_at(step)


def _operation(name: str) -> Callable[[Lecturer], bool]:
    def seen(of: Lecturer) -> bool:
        shown = of.window.session.launch.shown
        return shown is not None and shown.choice.operation.name == name

    return seen


def _launched(of: Lecturer, size: int, block: int) -> bool:
    current = of.window.session.launch.current
    at_stage = of.window.focusWidget() is of.window.stage
    is_it = current is not None and current.choice.size == (size,)
    return at_stage and is_it and current is not None and current.choice.block.x == block


def _choose(of: Lecturer, name: str) -> None:
    of.press(Key.Key_Escape) if of.focus is not of.window.stage else None
    of.press(Key.Key_O)
    of.type(name)


def _set(key: Qt.Key, number: int) -> Callable[[Lecturer], None]:
    def keys(of: Lecturer) -> None:
        of.press(key)
        of.type(str(number))

    return keys


def _go_to(place: str) -> Callable[[Lecturer], None]:
    def keys(of: Lecturer) -> None:
        of.press(Key.Key_G, CONTROL)
        of.type(place)

    return keys


def _step(of: Lecturer) -> None:
    of.press(Key.Key_Space)  # it paused
    of.press(Key.Key_Home)
    for _ in range(5):
        of.press(Key.Key_Right)


def _begin_lesson(of: Lecturer) -> None:
    of.press(Key.Key_F2)
    of.wait(lambda: QApplication.activeModalWidget() is not None)
    of.press(Key.Key_Return)


def _second_window(of: Lecturer) -> None:
    of.press(Key.Key_F11)
    of.press(Key.Key_F11, SHIFT)
    assert of.keeper.audience is not None
    of.keeper.audience.resize(*of.size)
    of.press(Key.Key_PageDown, CONTROL)


def _chosen(of: Lecturer) -> tuple[int | None, int | None]:
    return of.window.session.selection.block, of.window.session.selection.thread


def _lesson(of: Lecturer) -> int | None:
    playing = of.window.session.lesson.playing
    return None if playing is None or not playing.begun else playing.index


STEPS = (
    LectureStep(
        "Present",
        lambda of: of.press(Key.Key_F11),
        lambda of: of.window.present_controller.presenting,
    ),
    LectureStep(
        "look for a kernel",
        lambda of: of.press(Key.Key_O),
        lambda of: QApplication.activePopupWidget() is not None,
        "popup",
    ),
    LectureStep("choose vector_add", lambda of: of.type("vector_add"), _operation("vector_add")),
    LectureStep("size 100", _set(Key.Key_S, 100), lambda of: _launched(of, 100, 256)),
    LectureStep("block 32", _set(Key.Key_K, 32), lambda of: _launched(of, 100, 32)),
    LectureStep("five steps", _step, lambda of: of.window.session.playback.moment == 5),
    LectureStep(
        "to the divergence",
        lambda of: of.press(Key.Key_D),
        lambda of: of.window.session.playback.moment > 5,
    ),
    LectureStep("go to a thread", _go_to("block 1 thread 7"), lambda of: _chosen(of) == (1, 7)),
    LectureStep(
        "into its block",
        lambda of: of.press(Key.Key_Return, CONTROL),
        lambda of: of.window.stage.grid is not None and of.window.stage.grid.alone == 1,
    ),
    LectureStep(
        "go to an element",
        _go_to("c[50]"),
        lambda of: of.window.session.selection.subject == "element",
    ),
    LectureStep(
        "a kernel with a race",
        lambda of: _choose(of, "broken_histogram"),
        _operation("broken_histogram"),
    ),
    LectureStep(
        "to the hazard",
        lambda of: of.press(Key.Key_H),
        lambda of: of.window.session.playback.moment > 0,
    ),
    LectureStep("a lesson", _begin_lesson, lambda of: _lesson(of) == 0),
    LectureStep(
        "the lesson's next step", lambda of: of.press(Key.Key_F4), lambda of: _lesson(of) == 1
    ),
    LectureStep(
        "the second window; on the first another panel",
        _second_window,
        lambda of: of.keeper.audience is not None,
        "audience",
    ),
)
