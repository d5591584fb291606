"""A row for each thing that stands out; a click or Enter leads there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stand_out import StandOutRow
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.clipboard import copied
from gpuviz.ui.facts import wrapped_label
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.lazy_panel import SMALLEST, LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.tables import ENTER, hide_narrow, set_up_rows

TITLE, FIGURE, SENTENCE = range(3)
WIDE = ((FIGURE, 560), (TITLE, 420))  # columns that narrower tables, in pixels, do without
TOP_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
LEADS = "A click or Enter leads there."
AROUND_PX = 5  # above and below the words of a row


class StandOutTable(QTableWidget):
    """The largest loss is on top. Ctrl+C copies the table, tabs between the columns."""

    rowChosen = Signal(int)

    def __init__(self) -> None:
        super().__init__(0, 3)
        set_up_rows(self, tr("What stands out"), stretched=SENTENCE)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(True)
        self.horizontalHeader().hide()
        self.setAccessibleDescription(tr(LEADS))
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.cellClicked.connect(lambda row, column: self.rowChosen.emit(row))

    @property
    def text(self) -> str:
        """The whole table, a row a line."""
        return "\n".join("\t".join(self._cells(row)) for row in range(self.rowCount()))

    def show_rows(self, rows: Sequence[StandOutRow]) -> None:
        """Show other findings; a row that says the same as the chosen one stays chosen."""
        chosen = self._cells(self.currentRow()) if self.currentRow() >= 0 else ()
        self.clearSelection()
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            for column, words in enumerate(row.cells):
                self.setItem(number, column, _item(words, column))
        same = [number for number, row in enumerate(rows) if row.cells == chosen]
        self.setCurrentCell(same[0] if same else -1, TITLE)
        self._fit()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for, and rows as high as their words."""
        hide_narrow(self, WIDE)
        super().resizeEvent(event)
        self._fit()

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter leads to what the row is about."""
        if copied(event, lambda: self.text):
            return
        if event.key() in ENTER and self.currentRow() >= 0:
            self.rowChosen.emit(self.currentRow())
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """Rows as high as their words, with some room around them."""
        self.resizeRowsToContents()
        for row in range(self.rowCount()):
            self.setRowHeight(row, self.rowHeight(row) + 2 * AROUND_PX)

    def _cells(self, row: int) -> tuple[str, ...]:
        items = (self.item(row, column) for column in range(self.columnCount()))
        return tuple("" if item is None else item.text() for item in items)


class StandOutView(LazyPanel):
    """The table; where nothing stands out, or nothing is known, a sentence instead."""

    rowChosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("stand_out")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.table, self.sentence = StandOutTable(), wrapped_label()
        self.sentence.setAlignment(TOP_LEFT)
        self.sentence.setContentsMargins(2 * SPACE_PX, SPACE_PX, 2 * SPACE_PX, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * SPACE_PX, SPACE_PX, 2 * SPACE_PX, SPACE_PX)
        column.addWidget(self.sentence, 1)
        column.addWidget(self.table, 1)
        self.table.rowChosen.connect(self.rowChosen)
        self.show_words(tr("No launch yet."))

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (self.table,)

    @property
    def text(self) -> str:
        """All that is said."""
        return self.table.text if self.table.isVisibleTo(self) else self.sentence.text()

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As much as the other panels: the place under the stage does not grow for sentences."""
        return SMALLEST

    def set_theme(self, theme: Theme) -> None:
        """All colours are those of the style sheet."""

    def show_words(self, words: str) -> None:
        """Say something, in rich text, instead of the table."""
        self.sentence.setText(words)
        self.sentence.show()
        self.table.hide()

    def show_rows(self, rows: Sequence[StandOutRow]) -> None:
        """Show what stands out."""
        self.sentence.hide()
        self.table.show()
        self.table.show_rows(rows)


def _item(words: str, column: int) -> QTableWidgetItem:
    item = QTableWidgetItem(words)
    item.setToolTip(plain_tip(tr(LEADS)))
    if column == TITLE:
        font = QFont(item.font())
        font.setBold(True)
        item.setFont(font)
    return item
