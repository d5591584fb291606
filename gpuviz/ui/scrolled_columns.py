"""What stands beside a chart: words above figures, or next to them where the room is low."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.ui.docks import scrolling

COLUMN_PX = 290
GAP_PX = 5 * SPACE_PX
WIDE_PX, LOW_PX = 1180, 300  # a panel so wide, and not so high, has two columns
TOP = Qt.AlignmentFlag.AlignTop
WAYS = QBoxLayout.Direction


class ScrolledColumns(QWidget):
    """Two parts in one scrolled place, `room`, that is as wide as they need."""

    def __init__(self, words: QWidget, figures: QWidget, name: str) -> None:
        super().__init__()
        self._parts = QBoxLayout(WAYS.TopToBottom, self)
        self._parts.setContentsMargins(0, SPACE_PX, 3 * SPACE_PX, SPACE_PX)
        self._parts.addWidget(words, 0, TOP)
        self._parts.addWidget(figures, 1, TOP)
        self.room: QScrollArea = scrolling(self, COLUMN_PX, name)
        self.room.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @property
    def has_columns(self) -> bool:
        """Whether the parts stand next to each other."""
        return self._parts.direction() == WAYS.LeftToRight

    def fit(self, width: int, height: int) -> None:
        """Arrange the parts for a panel of that size, chart included."""
        columns = width >= WIDE_PX and height < LOW_PX
        self._parts.setDirection(WAYS.LeftToRight if columns else WAYS.TopToBottom)
        self._parts.setSpacing(GAP_PX if columns else 2 * SPACE_PX)
        self._parts.setStretch(0, int(columns))
        self.room.setFixedWidth((2 if columns else 1) * COLUMN_PX + (GAP_PX if columns else 0))
