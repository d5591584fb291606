"""The menu of the files that were opened last."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from gpuviz.session.recent_files import RecentFiles
from gpuviz.texts import visible
from gpuviz.ui.labels import plain_tip


class RecentMenu(QObject):
    """Has an entry for each file; a menu without one cannot be opened."""

    def __init__(self, menu: QMenu, recent: RecentFiles, opened: Callable[[Path], object]) -> None:
        super().__init__(menu)
        self._menu, self._recent, self._opened = menu, recent, opened
        recent.changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self._menu.clear()
        for file in self._recent.files:
            words = visible(f"{file.name}  ({file.parent.name})").replace("&", "&&")
            entry = self._menu.addAction(words)
            entry.setToolTip(plain_tip(str(file)))
            entry.triggered.connect(partial(self._open, file))
        self._menu.setEnabled(bool(self._recent.files))

    def _open(self, file: Path, checked: bool = False) -> None:
        if not file.exists():
            self._recent.forget(file)
        self._opened(file)
