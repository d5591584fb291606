"""What a new user does in the first two minutes: watch, ask, change, break and repair."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from gpuviz.scene.scene import ElementHit
from gpuviz.session.settings import LanguageName
from gpuviz.ui import app as gpuviz_app
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.source.editor import CodeEditor
from gpuviz.ui.welcome import Welcome
from tools.film.actor import Actor, place_of
from tools.film.camera import Camera

PIXELS = (1280, 720)
RESULT = 2  # c among the arrays
GUARD, NO_GUARD = "if i < c.size:", "if True:"


def film(path: Path, language: LanguageName) -> int:
    """Write the film; 0 where every action could be done."""
    return filmed(path, language, PIXELS, lambda *seen: FirstMinutes(*seen).play())


def filmed(
    path: Path,
    language: LanguageName,
    pixels: tuple[int, int],
    act: Callable[[MainWindow, Camera], None],
    operation: str | None = None,
) -> int:
    """A film of what is done in a window that has just been opened: with the first screen, or with
    an operation once it has been launched. 0 where every action could be done.
    """
    app = QApplication(["gpuviz"])
    failed: list[int] = []

    def play() -> None:
        window = next(one for one in app.topLevelWidgets() if isinstance(one, MainWindow))
        window.resize(*pixels)
        camera = Camera(window, path)
        if operation is not None:
            Actor(window, camera).wait_for(lambda: window.session.launch.shown is not None)
        camera.start()
        try:
            act(window, camera)
        except Exception:
            traceback.print_exc()
            failed.append(1)
        print(f"{camera.seconds:.0f} s")
        camera.finish()
        window.close()

    QTimer.singleShot(1500, play)
    gpuviz_app.run_app(operation, None, None, language)
    return int(bool(failed))


class FirstMinutes:
    """Scene by scene, with a line in the terminal for each."""

    def __init__(self, window: MainWindow, camera: Camera) -> None:
        self._window, self._camera = window, camera
        self._actor = Actor(window, camera)

    def play(self) -> None:
        """All scenes."""
        for scene in (
            self.comes_in,
            self.asks_a_word,
            self.asks_an_element,
            self.takes_a_size_that_does_not_fit,
            self.asks_how_fast,
            self.takes_the_guard_away,
            self.has_it_repaired,
            self.runs_what_was_repaired,
        ):
            print(f"{self._camera.seconds:5.1f} s  {scene.__name__.replace('_', ' ')}")
            scene()

    def comes_in(self) -> None:
        """The first screen, its first door, and what plays behind it."""
        self._actor.wait(4)
        welcome = self._window.findChild(Welcome)
        assert welcome is not None
        self._actor.click(welcome.doors[0])
        self._played()

    def asks_a_word(self) -> None:
        """A word with dots below it is explained by a click."""
        words = self._window.caption.words
        mark = words.marks[0]
        self._actor.click(words, mark.rect.center().toPoint())
        self._actor.wait(5)
        self._actor.press("Escape")

    def asks_an_element(self) -> None:
        """A click on an element tells who wrote it, from what."""
        self._actor.click(self._window.stage, place_of(self._window.stage, ElementHit(RESULT, 5)))
        self._actor.wait(6)

    def takes_a_size_that_does_not_fit(self) -> None:
        """40 elements for blocks of 32: the second block is not full."""
        size = self._window.panels.launch.form.size_fields[0]
        self._actor.click(size)
        self._actor.press("Ctrl+A")
        self._actor.type("40")
        self._actor.press("Return")
        self._played()

    def asks_how_fast(self) -> None:
        """A question brings the panel that answers it."""
        self._actor.click(self._window.panels.launch.beginning.questions["timing"])
        self._actor.wait(8)

    def takes_the_guard_away(self) -> None:
        """The line that keeps idle threads out is edited, and run."""
        self._actor.press("F6")
        self._actor.wait_for(lambda: self._editor.isVisible())
        self._actor.wait(2)
        cursor = self._editor.document().find(GUARD)
        assert not cursor.isNull()
        self._editor.setTextCursor(cursor)
        self._actor.wait(1)
        self._actor.type(NO_GUARD)
        self._actor.wait(1)
        self._actor.press("Ctrl+Return")
        self._played()

    def has_it_repaired(self) -> None:
        """The hazard says what repairs it; that is tried, and put into the editor."""
        checks = self._window.panels.checks
        self._actor.click(self._window.panels.launch.beginning.questions["checks"])
        self._actor.wait(4)
        self._actor.click(checks.ask)
        self._actor.wait_for(checks.tried.apply.isVisible)
        self._actor.wait(4)
        self._actor.click(checks.tried.apply)
        self._actor.wait(3)

    def runs_what_was_repaired(self) -> None:
        """The same launch once more: no hazard."""
        self._actor.click(self._editor.viewport())
        self._actor.press("Ctrl+Return")
        self._played()
        self._actor.wait(2)

    @property
    def _editor(self) -> CodeEditor:
        return self._window.editor.panel.editor

    def _played(self) -> None:
        """Until the launch has been played to its end."""
        playback = self._window.session.playback
        self._actor.wait(1)
        self._actor.wait_for(lambda: not playback.playing)
        self._actor.wait(1)
