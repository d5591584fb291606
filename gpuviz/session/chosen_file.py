"""The file of what is chosen, where it is somebody's own: read again when it changes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from gpuviz.operation.gallery import is_brought
from gpuviz.operation.module import read_source
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.watched_file import WatchedFile


class ChosenFile(QObject):
    """Watches the file, and has the launch take what another program has written into it.

    While `has_draft` somebody types another text for it: whoever keeps that asks first.
    """

    def __init__(self, launch: LaunchController, parent: QObject) -> None:
        super().__init__(parent)
        self._launch, self.has_draft = launch, False
        self._watched: WatchedFile | None = None
        launch.operationChanged.connect(self._follow)
        self._follow()

    def look(self) -> None:
        """Read the file where the system may have sent no sign."""
        if self._watched is not None:
            self._watched.look()

    def take_own(self, path: Path, text: str) -> None:
        """This program has written a file."""
        if self._watched is not None and self._watched.path == path:
            self._watched.take(text)

    def take_changed(self) -> None:
        """What the file says by now counts, unless a draft or a recording stands before it."""
        if not self.has_draft and self._launch.recording is None:
            self._launch.take_changed_file()

    def close(self) -> None:
        """Watch no more."""
        if self._watched is not None:
            self._watched.close()
            self._watched.deleteLater()
            self._watched = None

    def _follow(self) -> None:
        path = self._launch.choice.operation.path
        if self._watched is not None and self._watched.path == path:
            return
        self.close()
        if not is_brought(path):
            self._watched = WatchedFile(path, read_source, self)
            self._watched.changed.connect(self.take_changed)
