"""The original of an edited kernel beside it: run, pinned, and then the edited one once more."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.session.session import Session


class OriginalComparison(QObject):
    """Two launches with the same numbers; whatever else is chosen meanwhile ends it."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._original: OperationInfo | None = None
        self._edited: OperationInfo | None = None
        session.launchShown.connect(self._take)
        session.launch.failed.connect(self._give_up)
        session.launch.operationChanged.connect(self._look)

    @property
    def original(self) -> Path | None:
        """The file that runs for the comparison, while it does."""
        return None if self._original is None else self._original.path

    def begin(self, original: OperationInfo, edited: OperationInfo) -> None:
        """Run `original` with the numbers of what is chosen, pin it, and run `edited`."""
        launch = self._session.launch
        self._original, self._edited = original, edited
        launch.take_operation(original)
        launch.run()
        if not self._session.launcher.busy:  # refused: the form says why
            self._go_back()

    def _take(self, shown: ShownLaunch) -> None:
        if self._original is None or shown.choice.operation.path != self._original.path:
            return
        self._session.comparison.pin()
        self._go_back()
        self._session.launch.run()

    def _give_up(self, error: GpuvizError) -> None:
        if self._original is not None:
            self._go_back()

    def _go_back(self) -> None:
        edited, self._original, self._edited = self._edited, None, None
        if edited is not None:
            self._session.launch.take_operation(edited)

    def _look(self) -> None:
        """Another operation was picked."""
        chosen = self._session.launch.choice.operation.path
        if self._original is not None and chosen != self._original.path:
            self._original = self._edited = None
