"""What a new user does in the first two minutes: watch, ask, change, break and repair."""

from __future__ import annotations

import traceback
from pathlib import Path

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication

from gpuviz.scene.scene import Rect
from gpuviz.session.settings import LanguageName
from gpuviz.ui import app as gpuviz_app
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.source.editor import CodeEditor
from gpuviz.ui.welcome import Welcome
from tools.film.actor import Actor
from tools.film.camera import Camera

PIXELS = (1280, 720)
GUARD, NO_GUARD = "if i < c.size:", "if True:"


def film(path: Path, language: LanguageName) -> int:
    """Write the film; 0 where every action could be done."""
    app = QApplication(["gpuviz"])
    failed: list[int] = []

    def play() -> None:
        window = next(one for one in app.topLevelWidgets() if isinstance(one, MainWindow))
        window.resize(*PIXELS)
        camera = Camera(window, path)
        camera.start()
        try:
            FirstMinutes(window, camera).play()
        except Exception:
            traceback.print_exc()
            failed.append(1)
        print(f"{camera.seconds:.0f} s")
        camera.finish()
        window.close()

    QTimer.singleShot(1500, play)
    gpuviz_app.run_app(None, None, None, language)
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
            self.asks_an_element,
            self.takes_a_size_that_does_not_fit,
            self.takes_the_guard_away,
            self.has_it_repaired,
        ):
            print(f"{self._camera.seconds:5.1f} s  {scene.__name__.replace('_', ' ')}")
            scene()

    def comes_in(self) -> None:
        """The first screen, its first door, and what plays behind it."""
        self._actor.wait(3)
        welcome = self._window.findChild(Welcome)
        assert welcome is not None
        self._actor.click(welcome.doors[0])
        self._played()

    def asks_an_element(self) -> None:
        """A click on an element tells who wrote it, from what."""
        grid = self._window.stage.grid
        assert grid is not None
        self._click_stage(grid.thread_rect(0, 5))
        self._actor.wait(4)

    def takes_a_size_that_does_not_fit(self) -> None:
        """40 elements for blocks of 32: the second block is not full."""
        size = self._window.panels.launch.form.size_fields[0]
        self._actor.click(size)
        self._actor.press("Ctrl+A")
        self._actor.type("40")
        self._actor.press("Return")
        self._played()

    def takes_the_guard_away(self) -> None:
        """The line that keeps idle threads out is edited, and run."""
        self._actor.press("F6")
        self._actor.wait_for(lambda: self._editor.isVisible())
        self._actor.wait(1.5)
        cursor = self._editor.document().find(GUARD)
        assert not cursor.isNull()
        self._editor.setTextCursor(cursor)
        self._actor.wait(1)
        self._actor.type(NO_GUARD)
        self._actor.wait(1)
        self._actor.press("Ctrl+Return")
        self._actor.wait(6)

    def has_it_repaired(self) -> None:
        """The hazard says what repairs it; that is tried, and put into the editor."""
        checks = self._window.panels.checks
        self._window.arrangement.raise_below("checks")
        self._actor.wait(1.5)
        self._actor.click(checks.ask)
        self._actor.wait(8)

    @property
    def _editor(self) -> CodeEditor:
        return self._window.editor.panel.editor

    def _played(self) -> None:
        """Until the launch has been played to its end."""
        playback = self._window.session.playback
        self._actor.wait(1)
        self._actor.wait_for(lambda: not playback.playing)
        self._actor.wait(1)

    def _click_stage(self, rect: Rect) -> None:
        scale = self._window.stage.scale
        at = QPoint(round((rect.x + rect.w / 2) * scale), round((rect.y + rect.h / 2) * scale))
        self._actor.click(self._window.stage, at)
