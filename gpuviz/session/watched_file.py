"""A file that other programs may write while it is open here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from gpuviz.messages import GpuvizError

SETTLE_MS = 60  # from the last sign of a change to reading it: a program may write in parts


class WatchedFile(QObject):
    """Knows what a file says, and tells when another program has written it or taken it away.

    Its folder is watched too, for a file that is replaced, or comes back. Where the system sends no
    signs, as of a network folder, `look` finds a change. `read` may raise GpuvizError or OSError.
    """

    changed = Signal()  # `text` is another one

    def __init__(self, path: Path, read: Callable[[Path], str], parent: QObject) -> None:
        super().__init__(parent)
        self.path, self._read = path, read
        self._text = self._read_text()
        self._settling = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settling.timeout.connect(self.look)
        self._watcher = QFileSystemWatcher(self)
        for sign in (self._watcher.fileChanged, self._watcher.directoryChanged):
            sign.connect(self._settling.start)
        self._watch()

    @property
    def text(self) -> str | None:
        """What the file says; None: it is gone, or cannot be read."""
        return self._text

    def take(self, text: str) -> None:
        """This program has written the file itself, which is not told."""
        self._text = text
        self._watch()

    def look(self) -> None:
        """Read the file, and tell if it says something else."""
        text = self._read_text()
        self._watch()
        if text != self._text:
            self._text = text
            self.changed.emit()

    def close(self) -> None:
        """Watch no more."""
        self._settling.stop()
        paths = [*self._watcher.files(), *self._watcher.directories()]
        if paths:
            self._watcher.removePaths(paths)

    def _read_text(self) -> str | None:
        try:
            return self._read(self.path)
        except (GpuvizError, OSError):
            return None

    def _watch(self) -> None:
        """A file that was replaced is another one for the system: it is watched anew."""
        known = (*self._watcher.files(), *self._watcher.directories())
        for path in (self.path, self.path.parent):
            if str(path) not in known and path.exists():
                self._watcher.addPath(str(path))
