"""Says what is chosen, and offers the other choices under it: a button, and a box of a form."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QMenu, QToolButton

from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting

ARROW_PX = 11  # from the right edge to the left end of the arrow


class PullDown(QToolButton):
    """A press opens its menu of checkable entries; it has a place in the order of Tab."""

    def __init__(self, name: str, spoken_name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(spoken_name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.setMenu(menu)

    def offer(self, words: str, choose: Callable[[], object], tip: str = "") -> QAction:
        """One more entry, and what choosing it does."""
        entry = self.menu().addAction(words)
        entry.setToolTip(plain_tip(tip))
        entry.setCheckable(True)
        entry.triggered.connect(lambda checked: choose())
        return entry

    def show_choice(self, words: str) -> None:
        """Say what is chosen."""
        self.setText(f"{words} ▾")


class ArrowBox(QComboBox):
    """A box of choices that is seen to be one: the style sheet leaves Qt's arrow out."""

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """A small arrow at the right, in the colour of the words."""
        super().paintEvent(event)
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().text().color(), 1.2))
            right, middle = self.width() - ARROW_PX, self.height() / 2
            places = ((right, middle - 1.5), (right + 3, middle + 1.5), (right + 6, middle - 1.5))
            painter.drawPolyline([QPointF(x, y) for x, y in places])
