"""What the benchmarks of the window share: settings of their own, and the stalls of its events."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from gpuviz.scene.theme import DARK
from gpuviz.session.launcher import Launcher
from gpuviz.session.session import Session
from gpuviz.session.settings import Settings
from gpuviz.ui.app import collect_new_garbage
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.remembered import choice_of
from gpuviz.ui.style import apply_theme

TICK_MS = 2
LONGEST_STALL_MS = 50.0


class Stalls(QObject):
    """Ticks of the event loop; a pause between two is a time in which nobody is answered."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = self._last = self._longest = 0.0
        self._ticks = QTimer(self, interval=TICK_MS)
        self._ticks.timeout.connect(self._tick)

    @property
    def watching(self) -> bool:
        """Whether it ticks."""
        return self._ticks.isActive()

    def begin(self) -> None:
        """Watch from now on."""
        self._longest = 0.0
        self._begun = self._last = time.perf_counter()
        self._ticks.start()

    def seconds(self) -> float:
        """How long it has been watching."""
        return time.perf_counter() - self._begun

    def end(self) -> float:
        """Watch no more; the longest pause, in seconds."""
        self._ticks.stop()
        return self._longest

    def _tick(self) -> None:
        now = time.perf_counter()
        self._longest, self._last = max(self._longest, now - self._last), now


def shown_window(app: QApplication, settings: Settings) -> MainWindow:
    """A large window that has not launched anything yet."""
    session = Session(Launcher(), choice_of(settings, None))
    window = MainWindow(session, DARK)
    session.setParent(window)  # it ends with the window
    window.resize(1680, 1050)
    window.show()
    collect_new_garbage(app)  # as the application does
    return window


def in_application(measure: Callable[..., None], cases: Iterable[tuple[Any, ...]]) -> None:
    """Measure each case (`measure(application, *case)`) with settings that nobody has changed."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_CONFIG_HOME"] = str(Path(home))
        app = QApplication(sys.argv[:1])
        apply_theme(app, DARK)
        for case in cases:
            measure(app, *case)
