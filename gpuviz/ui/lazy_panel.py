"""Panels that cost something: they are made once they are seen, and filled while they are seen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from gpuviz.session.coalesced import CoalescedCall
from gpuviz.ui.override import qt_override

SMALLEST = QSize(300, 130)


class LazyPanel(QWidget):
    """The content of a panel that knows whether it can be seen."""

    pictureWanted = Signal()  # it has come into sight, or what it shows has to be shown anew

    @property
    def is_seen(self) -> bool:
        """Whether any of it is on the screen: not while it lies behind another panel."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    @qt_override
    def showEvent(self, event: QShowEvent) -> None:
        """What was left undone until now has to be shown."""
        super().showEvent(event)
        self.pictureWanted.emit()


class PanelPlaceholder(QWidget):
    """Keeps the place of a panel that nobody has seen yet; `make` puts the panel there."""

    def __init__(self, make: Callable[[], object]) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._making = CoalescedCall(self, make)

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As much as the panels need."""
        return SMALLEST

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Only what is on the screen is painted."""
        self._making.ask()
