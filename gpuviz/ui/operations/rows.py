"""Paints the rows of the list of operations: headings, and titles with their sentences."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gpuviz.operation import OperationInfo, called
from gpuviz.scene.sizes import SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import summary_of, title_of
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import kept_state
from gpuviz.ui.style import heading_font, mono_font, ui_font

OPERATION = Qt.ItemDataRole.UserRole
HEADING_PX, ROW_PX = 30, 44
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
ON_ACCENT = "#ffffff"
Index = QModelIndex | QPersistentModelIndex


class RowPainter(QStyledItemDelegate):
    """A title with the file's name at the right, and the sentence under it."""

    def __init__(self, theme: Theme, parent: QListWidget) -> None:
        super().__init__(parent)
        self.theme, self.larger = theme, 1.0

    @qt_override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Headings are lower."""
        high = HEADING_PX if index.data(OPERATION) is None else ROW_PX
        return QSize(0, round(high * self.larger))

    @qt_override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        whole = QRectF(getattr(option, "rect"))  # noqa: B009
        size = whole.size() / self.larger
        box = QRectF(QPointF(), size).toRect().adjusted(2 * SPACE_PX, 0, -2 * SPACE_PX, 0)
        with kept_state(painter):
            painter.translate(whole.topLeft())
            painter.scale(self.larger, self.larger)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            operation = index.data(OPERATION)
            if isinstance(operation, OperationInfo):
                state = getattr(option, "state")  # noqa: B009
                chosen = bool(state & QStyle.StateFlag.State_Selected)
                hovered = bool(state & QStyle.StateFlag.State_MouseOver)
                self._paint_back(painter, box, chosen, hovered)
                self._paint_operation(painter, box, operation, chosen)
            else:
                self._paint_heading(painter, box, str(index.data()))

    def _paint_heading(self, painter: QPainter, box: QRect, title: str) -> None:
        painter.setFont(heading_font())
        painter.setPen(QColor(self.theme.muted))
        words = box.adjusted(SPACE_PX, SPACE_PX, 0, 0)
        painter.drawText(words, LEFT, title)
        taken = painter.fontMetrics().horizontalAdvance(title) + 3 * SPACE_PX
        painter.setPen(QPen(QColor(self.theme.line), 1))
        height = words.center().y() + 0.5
        painter.drawLine(QPointF(words.left() + taken, height), QPointF(box.right(), height))

    def _paint_back(self, painter: QPainter, box: QRect, chosen: bool, hovered: bool) -> None:
        if chosen or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.theme.accent if chosen else self.theme.raised))
            painter.drawRoundedRect(QRectF(box).adjusted(-SPACE_PX, 1, SPACE_PX, -1), 5, 5)

    def _paint_operation(
        self, painter: QPainter, box: QRect, operation: OperationInfo, chosen: bool
    ) -> None:
        inner = box.adjusted(SPACE_PX, SPACE_PX, -SPACE_PX, -SPACE_PX)
        upper = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        lower = upper.translated(0, inner.height() // 2)
        muted = QColor(ON_ACCENT if chosen else self.theme.muted)
        painter.setPen(muted)
        painter.setFont(mono_font(SMALL_PX))
        name = called(operation)
        painter.drawText(upper, RIGHT, name)
        upper.setRight(upper.right() - painter.fontMetrics().horizontalAdvance(name) - 3 * SPACE_PX)
        painter.setFont(ui_font(SMALL_PX))
        _draw_elided(painter, lower, summary_of(operation))
        painter.setPen(QColor(ON_ACCENT if chosen else self.theme.text))
        painter.setFont(ui_font())
        _draw_elided(painter, upper, title_of(operation))


def _draw_elided(painter: QPainter, box: QRect, text: str) -> None:
    elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, LEFT, elided)
