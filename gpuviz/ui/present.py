"""Present mode, for the back row of a hall: type and strokes doubled, only the stage and the
source, a halo around the pointer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QCursor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gpuviz.ui.source.view import CODE_PX
from gpuviz.ui.style import with_alpha

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow

LARGER = 2.0  # type and strokes of the stage
LARGER_CODE_PX = 20
SOURCE_SHARE = 0.32  # of the window's width
HALO_PX = 72
FOLLOW_MS = 16  # between two looks where the pointer is


class Halo(QWidget):
    """A translucent ring that follows the pointer and lets every press through."""

    def __init__(self, window: QWidget, color: str) -> None:
        super().__init__(window)
        self._window, self._color = window, color
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(HALO_PX, HALO_PX)
        timer = QTimer(self, interval=FOLLOW_MS)
        timer.timeout.connect(self.follow)
        timer.start()
        self.follow()

    def follow(self) -> None:
        """Go to where the pointer is; out of sight where that is outside of the window."""
        at = self._window.mapFromGlobal(QCursor.pos())
        self.setVisible(self._window.rect().contains(at))
        self.move(at - QPoint(HALO_PX // 2, HALO_PX // 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A ring, and a breath of its colour inside."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(with_alpha(self._color, 0.85), 4))
        painter.setBrush(QColor(with_alpha(self._color, 0.18)))
        radius = HALO_PX / 2 - 3
        painter.drawEllipse(QPointF(HALO_PX / 2, HALO_PX / 2), radius, radius)


class PresentDesk(QObject):
    """Enters and leaves Present mode; the panels come back as they were."""

    def __init__(self, window: MainWindow, action: QAction) -> None:
        super().__init__(window)
        self._window, self._action = window, action
        self._panels = QByteArray()
        self._kept = False
        self.halo: Halo | None = None

    @property
    def presenting(self) -> bool:
        """Whether it is on."""
        return self.halo is not None

    def toggle(self) -> None:
        """On if it is off, off if it is on."""
        if self.presenting:
            self.leave()
        else:
            self.enter()

    def enter(self) -> None:
        """Only the stage and the source, large."""
        window = self._window
        self._panels, self._kept = window.saveState(), window.arrangement.is_kept
        window.arrangement.is_kept = True
        for name, dock in window.docks.items():
            dock.setVisible(name == "source")
        self._enlarge(LARGER, LARGER_CODE_PX)
        share = [round(SOURCE_SHARE * window.width())]
        window.resizeDocks([window.docks["source"]], share, Qt.Orientation.Horizontal)
        self.halo = Halo(window, window.theme.accent)
        window.stage.setFocus()
        self._action.setChecked(True)

    def leave(self) -> None:
        """Everything as it was."""
        if self.halo is None:
            return
        self.halo.deleteLater()
        self.halo = None
        self._enlarge(1.0, CODE_PX)
        self._window.restoreState(self._panels)
        self._window.arrangement.is_kept = self._kept
        self._window.arrangement.fit()
        self._action.setChecked(False)

    def _enlarge(self, factor: float, code_px: int) -> None:
        self._window.stage.enlarge(factor)
        self._window.source.set_type(code_px)
