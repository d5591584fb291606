"""Compare: what differs most between two runs in a sentence, and every figure side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gpuviz.insight.figures.figure import Figure
from gpuviz.scene.compare.words import UNKNOWN, CompareRow
from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.asked_figure import ENTER, ask_figure
from gpuviz.ui.clipboard import copied
from gpuviz.ui.facts import wrapped_label
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import mono_font
from gpuviz.ui.terms import explained

ROW_PX = 24
FIGURES = (1, 2, 3)  # columns that are compared from row to row
VERDICT = 4
SIDES = (1, 2)  # columns of the runs themselves
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
FigureOf = Callable[[str, int], Figure | None]
"""Where a figure comes from, by the code of its row and its side: 0 left, 1 right."""


class CompareTable(QTableWidget):
    """Rows of figures; Ctrl+C copies all of them with their titles, separated by tabs. A click on a
    run's figure, or Enter, asks where it comes from.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(0, 5)
        self._theme = theme
        self._figure_of: FigureOf | None = None
        self.cellClicked.connect(self._ask_figure)
        self._titles: tuple[str, ...] = ()
        self._rows: tuple[CompareRow, ...] = ()
        self.setAccessibleName(tr("Figures of two runs"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_PX)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(LEFT)

    def set_theme(self, theme: Theme) -> None:
        """Write in other colours."""
        self._theme = theme
        self._color()

    def show_rows(
        self,
        names: tuple[str, str],
        rows: Sequence[CompareRow],
        figure_of: FigureOf | None = None,
    ) -> None:
        """Two runs by name, left and right, and their figures; `figure_of` is asked for one."""
        self._rows, self._figure_of = tuple(rows), figure_of
        last = tr("{name} is").format(name=names[1])
        self._titles = (tr("Figure"), *names, tr("Difference"), last)
        for column, title in enumerate(self._titles):
            self.setHorizontalHeaderItem(column, _item(title, column))
        self.setRowCount(len(rows))
        for index, row in enumerate(rows):
            for column, text in enumerate(row.cells):
                item = _item(text, column)
                if column in SIDES and figure_of is not None:
                    item.setToolTip(plain_tip(tr("A click tells where it comes from.")))
                self.setItem(index, column, item)
        self._color()

    @property
    def text(self) -> str:
        """The whole table, a row a line."""
        return "\n".join("\t".join(cells) for cells in (self._titles, *map(_cells, self._rows)))

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copies the table, or asks: for the figure on the right, unless another one is chosen."""
        if event.key() in ENTER and self.currentRow() >= 0:
            column = self.currentColumn()
            self._ask_figure(self.currentRow(), column if column in SIDES else SIDES[1])
        elif not copied(event, lambda: self.text):
            super().keyPressEvent(event)

    def _ask_figure(self, number: int, column: int) -> None:
        if self._figure_of is None or column not in SIDES:
            return
        row, side = self._rows[number], SIDES.index(column)
        shown = row.cells[column]
        figure = None if shown == UNKNOWN else self._figure_of(row.code, side)
        if figure is not None:
            ask_figure(self, f"{row.what} · {self._titles[column]}", shown, figure)

    def _color(self) -> None:
        colors = {"good": self._theme.words.good, "write": self._theme.words.write}
        for index, row in enumerate(self._rows):
            verdict = self.item(index, VERDICT)
            if verdict is not None:
                verdict.setForeground(QColor(colors.get(row.tone, self._theme.muted)))


class CompareView(LazyPanel):
    """A sentence over the table; without a pinned run it says how to pin one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("compare")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.sentence = wrapped_label()
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.table = CompareTable(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * SPACE_PX, 2 * SPACE_PX, 4 * SPACE_PX, SPACE_PX)
        column.setSpacing(2 * SPACE_PX)
        column.addWidget(self.sentence)
        column.addWidget(self.table, 1)
        self.show_words(_how_to())

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (self.table,)

    def set_theme(self, theme: Theme) -> None:
        """Write in other colours."""
        self.table.set_theme(theme)

    def show_words(self, sentence: str) -> None:
        """Say something, in rich text, and show no table."""
        self.sentence.setText(sentence or _how_to())
        self.table.hide()

    def show_runs(
        self,
        sentence: str,
        names: tuple[str, str],
        rows: Sequence[CompareRow],
        figure_of: FigureOf | None = None,
    ) -> None:
        """Two runs: what differs most, and all figures."""
        self.sentence.setText(f"<b>{sentence}</b>")
        self.table.show_rows(names, rows, figure_of)
        self.table.show()


def _how_to() -> str:
    return tr(
        "No run is pinned. Press Compare (Ctrl+K): this run stays on the left, and the next one"
        " stands beside it. Then change the block, the size or the operation."
    )


def _cells(row: CompareRow) -> tuple[str, ...]:
    return row.cells


def _item(text: str, column: int) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    item.setToolTip(explained(text) or plain_tip(text))
    if column in FIGURES:
        item.setFont(mono_font(BASE_PX - 1))
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return item
