"""Opens kernel files, recordings and lessons: from the menu, dropped, or of the gallery."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo, describe, list_operations
from gpuviz.scene.launch.choice import Choice
from gpuviz.session.openings import Openings
from gpuviz.ui import dialogs
from gpuviz.ui.later import Later
from gpuviz.ui.launch.desk import LaunchDesk
from gpuviz.ui.toolbar import Toolbar

KERNEL, RECORDING, LESSON = ".py", ".gpuviz", ".md"


class FileDesk(QObject):
    """Picks operations; a file of the user's own is launched only once they have agreed.

    A recording is read beside the window: `recordingOpened` comes once it is there, and not at all
    where something else is opened meanwhile.
    """

    operationOpened = Signal(object)  # OperationInfo
    lessonOpened = Signal(object)  # Path
    recordingOpened = Signal(object, str)  # Trace, name of its file

    def __init__(
        self, window: QWidget, toolbar: Toolbar, desk: LaunchDesk, openings: Openings
    ) -> None:
        super().__init__(window)
        self._window, self._toolbar, self._desk = window, toolbar, desk
        self._openings = openings
        openings.opened.connect(self.recordingOpened)
        openings.failed.connect(self._tell)
        toolbar.operation.add_operation(desk.choice.operation)
        self._listing = Later(self, self._list_gallery)
        self._listing.ask()
        toolbar.operationPicked.connect(lambda path: self.open(Path(path)))
        desk.consentWanted.connect(self._ask_consent)
        desk.choiceChanged.connect(self._show_operation)
        self._show_operation()

    def open(self, path: Path) -> None:
        """Open a kernel file, a recording or a lesson; what is wrong with it is said."""
        if path.suffix == RECORDING:
            self._openings.open(path)
            return
        self._openings.cancel()
        try:
            if path.suffix == LESSON:
                self.lessonOpened.emit(path)
            else:
                self._pick(describe(path))
        except GpuvizError as error:
            self._tell(error)

    def open_choice(self, choice: Choice) -> None:
        """Launch an operation with numbers, an engine and a device of its own."""
        another = choice.operation != self._desk.choice.operation
        self._toolbar.operation.add_operation(choice.operation)
        self._desk.choose(choice)
        if another:
            self.operationOpened.emit(choice.operation)

    def _tell(self, error: GpuvizError) -> None:
        self._show_operation()
        dialogs.tell_error(self._window, error)

    def _list_gallery(self) -> None:
        """All operations; not before the window is there: their files have to be read."""
        self._toolbar.operation.show_operations(list_operations())

    def _pick(self, operation: OperationInfo) -> None:
        self._toolbar.operation.add_operation(operation)
        self._desk.pick_operation(operation)
        self.operationOpened.emit(operation)

    def _show_operation(self) -> None:
        self._toolbar.operation.choose(str(self._desk.choice.operation.path))

    def _ask_consent(self, operation: OperationInfo) -> None:
        dialogs.ask_consent(self._window, operation, lambda: self._agree(operation))

    def _agree(self, operation: OperationInfo) -> None:
        self._desk.trust(operation)
        self._desk.run()


def dropped_file(event: QDropEvent) -> Path | None:
    """The first file of a drop that can be opened."""
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls()]
    return next((path for path in paths if path.suffix in (KERNEL, RECORDING, LESSON)), None)
