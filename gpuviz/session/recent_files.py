"""The files that were opened last, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

MOST = 10


class RecentFiles(QObject):
    """Files of somebody's own; those of the gallery are in a list anyway."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files: tuple[Path, ...] = ()

    def remember(self, files: Sequence[str]) -> None:
        """Those of an earlier session."""
        self._take(tuple(map(Path, files)))

    def add(self, file: Path) -> None:
        """One that is open by now."""
        self._take((file, *(one for one in self.files if one != file)))

    def forget(self, file: Path) -> None:
        """One that is not there any more."""
        self._take(tuple(one for one in self.files if one != file))

    def _take(self, files: tuple[Path, ...]) -> None:
        if files[:MOST] != self.files:
            self.files = files[:MOST]
            self.changed.emit()
