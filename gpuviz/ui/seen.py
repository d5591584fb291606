"""Views that cost something to fill: they are filled while somebody can see them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget


class SeenView(QWidget):
    """The content of a panel that knows whether it can be seen."""

    pictureWanted = Signal()  # it has come into sight, or what it shows has to be shown anew

    @property
    def is_seen(self) -> bool:
        """Whether any of it is on the screen: not while it lies behind another panel."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    def showEvent(self, event: QShowEvent) -> None:
        """What was left undone until now has to be shown."""
        super().showEvent(event)
        self.pictureWanted.emit()
