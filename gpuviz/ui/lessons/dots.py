"""A dot for each step of a lesson: done, present, or still to come. A press goes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting

STEP_PX, RADIUS_PX, HEIGHT_PX = 18, 4.0, 22


@dataclass(frozen=True, slots=True)
class Dot:
    """One step."""

    is_done: bool
    is_present: bool


class StepDots(QWidget):
    """Filled where done; the present one has a ring."""

    picked = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.dots: tuple[Dot, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tr("The steps of this lesson; a press goes there. Left and Right do too."))

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def show_dots(self, dots: Sequence[Dot]) -> None:
        """Show how far somebody is."""
        self.dots = tuple(dots)
        words = tr("Step {number} of {count}")
        self.setAccessibleName(words.format(number=self.present + 1, count=len(dots)))
        self.setFixedSize(self.sizeHint())
        self.update()

    @property
    def present(self) -> int:
        """The present step; the number of steps at the end."""
        rows = (row for row, dot in enumerate(self.dots) if dot.is_present)
        return next(rows, len(self.dots))

    @qt_override
    def sizeHint(self) -> QSize:
        """Side by side."""
        return QSize(max(len(self.dots), 1) * STEP_PX, HEIGHT_PX)

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Goes to the step under the pointer."""
        self._pick(int(event.position().x()) // STEP_PX)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Goes to the step beside."""
        ways = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in ways:
            self._pick(self.present + ways[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """The dots."""
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for row, dot in enumerate(self.dots):
                self._paint(painter, QPointF((row + 0.5) * STEP_PX, HEIGHT_PX / 2), dot)

    def _paint(self, painter: QPainter, at: QPointF, dot: Dot) -> None:
        theme = self._theme
        color = QColor(theme.finished if dot.is_done else theme.muted)
        painter.setPen(QPen(color, 1.5))
        painter.setBrush(color if dot.is_done else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, RADIUS_PX, RADIUS_PX)
        if dot.is_present:
            lit = theme.text if self.hasFocus() else theme.accent
            painter.setPen(QPen(QColor(lit), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, RADIUS_PX + 3, RADIUS_PX + 3)

    def _pick(self, row: int) -> None:
        if 0 <= row < len(self.dots):
            self.picked.emit(row)
