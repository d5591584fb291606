"""The operation in the toolbar: what is chosen, and a list in groups to choose another one from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from gpuviz.operation import OperationInfo
from gpuviz.scene.theme import Theme
from gpuviz.texts import summary_of, title_of, tr
from gpuviz.ui.fields import Picker
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override

if TYPE_CHECKING:
    from gpuviz.ui.operations.popup import OperationPopup

INFO = Qt.ItemDataRole.UserRole + 1  # the OperationInfo of an entry


class OperationPicker(Picker):
    """Its entries are the operations of the gallery and the files that were opened."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(tr("Operation"), tr("Which kernel to launch."), theme)
        self._popup: OperationPopup | None = None

    @property
    def operations(self) -> tuple[OperationInfo, ...]:
        """All entries, in order."""
        return tuple(self.itemData(row, INFO) for row in range(self.count()))

    @property
    def popup(self) -> OperationPopup:
        """The list; made when it is first asked for."""
        from gpuviz.ui.operations.popup import OperationPopup

        if self._popup is None:
            self._popup = OperationPopup(self, self._theme)
            self._popup.picked.connect(self.picked)
        return self._popup

    def show_operations(self, operations: Iterable[OperationInfo]) -> None:
        """The first entries, in this order."""
        for row, operation in enumerate(operations):
            self._insert(row, operation)

    def add_operation(self, operation: OperationInfo) -> None:
        """An entry after all others, unless there is one of that file."""
        self._insert(self.count(), operation)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        super().set_theme(theme)
        if self._popup is not None:
            self._popup.set_theme(theme)

    @qt_override
    def showPopup(self) -> None:
        """The list in groups, in the place of a plain one."""
        self.popup.open(self.operations, str(self.currentData()), self)

    def open_below(self, widget: QWidget, letter_px: int) -> None:
        """The list under another widget, in letters of so many pixels; 0: in usual ones."""
        self.popup.open(self.operations, str(self.currentData()), widget, letter_px)

    @qt_override
    def hidePopup(self) -> None:
        """Away with the list."""
        if self._popup is not None:
            self._popup.close()

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A letter opens the list and is the beginning of a search."""
        if event.text().strip() and event.text().isprintable():
            self.showPopup()
            self.popup.search.setText(event.text())
        else:
            super().keyPressEvent(event)

    def _insert(self, row: int, operation: OperationInfo) -> None:
        if self.findData(str(operation.path)) < 0:
            self.insertItem(row, title_of(operation), str(operation.path))
            self.setItemData(row, operation, INFO)
            self.setItemData(row, plain_tip(summary_of(operation)), Qt.ItemDataRole.ToolTipRole)
