"""Memory: the access that is looked at, and beside it the table of all accesses of the launch."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import in_turn, tr
from gpuviz.ui.facts import SELECTABLE, set_tone
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.memory_view.pane import AccessPane
from gpuviz.ui.memory_view.table import CostTable
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import ui_font
from gpuviz.ui.term_marks import TermLabel

SMALLEST = QSize(300, 130)
LOW = 180  # pixels of height: less is for the rows themselves
STACKED_BELOW = 760  # pixels of width: then the table stands under the picture
HALVED_BELOW = 1100  # then the table has as much of the width as the picture, for its names
SHARES = (3, 2)


class MemoryView(LazyPanel):
    """Side by side where there is room, else one above the other."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("memory")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.pane, self.table = AccessPane(theme), CostTable()
        self.sum, self.reads = TermLabel(), TermLabel()
        self.heading = PlainLabel(tr("All accesses of this launch"))
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._parts.setContentsMargins(4 * SPACE_PX, SPACE_PX, 4 * SPACE_PX, 2 * SPACE_PX)
        self._parts.setSpacing(6 * SPACE_PX)
        self._parts.addWidget(self.pane, SHARES[0])
        self.costs = self._all_accesses()
        self._parts.addWidget(self.costs, SHARES[1])
        self.pane.sharedToggled.connect(self._make_room)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        pane = self.pane
        return pane.shared, pane.release, pane.canvas, pane.contents, self.table

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As much as the timing: the place under the stage does not grow for long sentences."""
        return SMALLEST

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.pane.set_theme(theme)

    def show_sums(self, total: str, reads: str) -> None:
        """What the lines under the table say."""
        self.table.setAccessibleDescription(in_turn((total, reads)))
        for label, words in ((self.sum, total), (self.reads, reads)):
            label.setText(words)
            label.setVisible(bool(words))

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside or below; where it is low, without a heading."""
        super().resizeEvent(event)
        self.heading.setVisible(self.height() >= LOW)
        narrow = self.width() < STACKED_BELOW
        for place, share in enumerate(SHARES if self.width() >= HALVED_BELOW else (1, 1)):
            self._parts.setStretch(place, share)
        ways = QBoxLayout.Direction
        self._parts.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)

    def _make_room(self) -> None:
        """All of the shared memory has the whole panel."""
        self.costs.setVisible(not self.pane.shows_shared)

    def _all_accesses(self) -> QWidget:
        self.heading.setFont(ui_font(BASE_PX, QFont.Weight.Bold))
        costs = QWidget()
        column = QVBoxLayout(costs)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_PX)
        column.addWidget(self.heading)
        column.addWidget(self.table, 1)
        for label in (self.sum, self.reads):
            label.setWordWrap(True)
            label.setTextInteractionFlags(SELECTABLE)
            set_tone(label, "muted")
            column.addWidget(label)
        return costs
