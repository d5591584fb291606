"""The line numbers beside the editor; the line with an error has an edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting

if TYPE_CHECKING:
    from gpuviz.ui.source.editor import CodeEditor

GUTTER_PX = 40
PAD_PX = 2 * SPACE_PX
EDGE_PX = 3


class LineNumbers(QWidget):
    """Paints them; the cursor's is brighter."""

    def __init__(self, editor: CodeEditor) -> None:
        super().__init__(editor)
        self._editor = editor

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Line by line."""
        editor, theme = self._editor, self._editor.theme
        wrong = None if editor.error_place is None else editor.error_place[0]
        with painting(self) as painter:
            painter.setFont(editor.font())
            for number, place in editor.visible_lines():
                rect = QRectF(0, place.top(), self.width(), place.height())
                if number == wrong:
                    edge = QRectF(0, rect.top(), EDGE_PX, rect.height())
                    painter.fillRect(edge, QColor(theme.hazard))
                painter.setPen(QColor(theme.text if number == editor.line else theme.muted))
                box = rect.adjusted(0, 0, -PAD_PX, 0)
                painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(number))
