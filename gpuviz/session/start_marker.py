"""A mark that a start is in progress: one that is still there tells the next start how it ended."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLockFile

FILE = "start.lock"


class StartMarker:
    """Set before a saved layout is given to Qt, and taken away once the window stands.

    It is a lock that its process holds: a process that died holds none, and left the file.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        was_there = path.exists() if folder.is_dir() else False
        self._lock = QLockFile(str(path))
        self._lock.setStaleLockTime(0)  # only a process that is gone has died, none that is slow
        is_ours = self._lock.tryLock(0)  # another window may be starting
        self.last_start_failed = was_there and is_ours

    def take_away(self) -> None:
        """The window stands, or is closed."""
        self._lock.unlock()
