"""The variables of a warp as a table: a row for each lane, a column for each variable."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from gpuviz.insight.warp_story import WarpStory
from gpuviz.scene.numbers import kernel_value
from gpuviz.scene.sizes import BASE_PX
from gpuviz.scene.stage.words import index_name
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.clipboard import copied
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import mono_font

ROW_PX = 20
AIR_PX = 22  # between two columns
Index = QModelIndex | QPersistentModelIndex
ALIGNED = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class LaneModel(QAbstractTableModel):
    """The cells: lane, thread, then the variables; lanes that are masked off are muted."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._headers: list[str] = []
        self._rows: list[list[str]] = []
        self._active: list[bool] = []

    def show_story(self, story: WarpStory) -> None:
        """Show another warp, or the same at another moment."""
        headers = [tr("lane"), tr("thread"), *(values.name for values in story.variables)]
        self._active = [story.now is None or bool(on) for on in _active(story)]
        rows = [_cells(story, lane) for lane in range(len(story.threads))]
        if (headers, len(rows)) == (self._headers, len(self._rows)):
            self._rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(headers) - 1))
            return
        self.beginResetModel()
        self._headers, self._rows = headers, rows
        self.endResetModel()

    @property
    def widths(self) -> list[int]:
        """The letters of the longest cell of each column."""
        columns = zip(self._headers, *self._rows, strict=True)
        return [max(map(len, column)) for column in columns]

    @property
    def text(self) -> str:
        """All cells, a line for each lane, tabs between them."""
        return "\n".join("\t".join(row) for row in (self._headers, *self._rows))

    @qt_override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """As many as the warp has threads."""
        return 0 if parent.isValid() else len(self._rows)

    @qt_override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Lane, thread and the variables."""
        return 0 if parent.isValid() else len(self._headers)

    @qt_override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The words of a cell, and their colour."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.ForegroundRole:
            strong = self._active[index.row()] and index.column() > 1
            return QColor(self.theme.text if strong else self.theme.muted)
        return ALIGNED if role == Qt.ItemDataRole.TextAlignmentRole else None

    @qt_override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of the variables."""
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return self._headers[section]
        return ALIGNED if role == Qt.ItemDataRole.TextAlignmentRole else None


class LaneTable(QTableView):
    """Shows all lanes at once; Enter or a double click chooses a lane, Ctrl+C copies."""

    laneChosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._cells = LaneModel(theme)
        self.setModel(self._cells)
        self.setObjectName("lanes")
        self.setFont(mono_font(BASE_PX - 1))
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(tr("Variables by lane"))
        self.setToolTip(tr("Enter or a double click chooses the thread of a lane. Ctrl+C copies."))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_PX)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setFont(mono_font(BASE_PX - 1))
        self.activated.connect(lambda index: self.laneChosen.emit(index.row()))

    @property
    def text(self) -> str:
        """All cells, a line for each lane, tabs between them."""
        return self._cells.text

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._cells.theme = theme
        self.viewport().update()

    def show_story(self, story: WarpStory) -> None:
        """Show another warp, or the same at another moment."""
        self._cells.show_story(story)
        self._fit_columns()
        bars = self.horizontalHeader().sizeHint().height() + 12  # and a scroll bar
        self.setFixedHeight(bars + ROW_PX * self._cells.rowCount())

    def _fit_columns(self) -> None:
        """Every column as wide as its widest words, with air between them."""
        letter = self.fontMetrics().horizontalAdvance("0")
        for column, letters in enumerate(self._cells.widths):
            self.setColumnWidth(column, letters * letter + AIR_PX)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copies the rows that are marked, all where none is."""
        if not copied(event, self._marked_text):
            super().keyPressEvent(event)

    def _marked_text(self) -> str:
        chosen = sorted(index.row() for index in self.selectionModel().selectedRows())
        titles, *rows = self.text.split("\n")
        return "\n".join([titles, *(rows[row] for row in chosen)]) if chosen else self.text


def _active(story: WarpStory) -> list[bool]:
    return [] if story.now is None else story.now.active[: len(story.threads)].tolist()


def _cells(story: WarpStory, lane: int) -> list[str]:
    values = [kernel_value(one.value[lane]) if one.known[lane] else "" for one in story.variables]
    return [str(lane), index_name(story.config.block, story.threads[lane]), *values]
