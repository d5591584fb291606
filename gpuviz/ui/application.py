"""The application object: macOS hands it the files of a double click as events, not as words."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from gpuviz.places import resource_dir
from gpuviz.ui.override import qt_override

NAME = "gpuviz"
DESKTOP_ID = "io.github.gpuviz.gpuviz"
"""By which desktops find the icon and the entry of a window (`tools/bundle/identity.py`): whoever
publishes gpuviz puts the own domain here.
"""


class Application(QApplication):
    """Keeps the files that it is asked to open until there is a window for them."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(list(words))
        self._opens: Callable[[Path], object] | None = None
        self._waiting: list[Path] = []

    def hand_files_to(self, opens: Callable[[Path], object]) -> None:
        """From now on `opens` gets each of them, and first those that came before."""
        self._opens = opens
        waiting, self._waiting = self._waiting, []
        for path in waiting:
            opens(path)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Takes the files; all else is Qt's."""
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent):
            if event.file():  # else it is an address of the web, which nobody asked us to open
                self._take(Path(event.file()))
            return True
        return super().event(event)

    def _take(self, path: Path) -> None:
        if self._opens is None:
            self._waiting.append(path)
        else:
            self._opens(path)


def introduce(app: QApplication) -> None:
    """Tells the desktop whose windows these are."""
    app.setApplicationName(NAME)
    app.setApplicationDisplayName(NAME)
    app.setDesktopFileName(DESKTOP_ID)
    if sys.platform == "win32":  # else the taskbar shows Python's icon, with all that it runs
        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(DESKTOP_ID)
    app.setWindowIcon(QIcon(str(resource_dir("assets") / "gpuviz.svg")))
