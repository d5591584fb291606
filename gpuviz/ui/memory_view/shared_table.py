"""All of the shared memory of a block, a cell for each element."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from gpuviz.scene.memory_view.shared_rows import SharedRow
from gpuviz.scene.sizes import BASE_PX
from gpuviz.scene.stage.colours import argb, ink_on
from gpuviz.scene.theme import Theme
from gpuviz.texts import say, tr
from gpuviz.trace.source import AccessKind
from gpuviz.ui.clipboard import copied
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import mono_font

ROW_PX = 21
LETTERS = 8  # of a cell: "-0.08902"
AIR_PX = 18
ROOT = QModelIndex()
Index = QModelIndex | QPersistentModelIndex
Touched = Mapping[tuple[int, int], AccessKind]
"""What the present step does, by the row of an array and the element."""


class SharedModel(QAbstractTableModel):
    """The cells; texts are made for those that are seen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.rows: tuple[SharedRow, ...] = ()
        self._touched: Touched = {}

    def show_rows(self, rows: Sequence[SharedRow], touched: Touched) -> None:
        """Another block, or the same at another moment."""
        same = [row.name for row in rows] == [row.name for row in self.rows]
        if not same:
            self.beginResetModel()
        self.rows, self._touched = tuple(rows), touched
        if not same:
            self.endResetModel()
        elif rows:
            last = self.index(len(rows) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @qt_override
    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: D102
        return 0 if parent.isValid() else len(self.rows)

    @qt_override
    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: D102
        return 0 if parent.isValid() else max((row.count for row in self.rows), default=0)

    @qt_override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What an element holds, in the colour of what the present step does to it."""
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text(column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignCenter)
        if column >= row.count:
            return None
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return plain_tip(say(row.tip(column)))
        return self._color(row, column, Qt.ItemDataRole(role))

    @qt_override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of the rows."""
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Vertical:
            return self.rows[section].name
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _color(self, row: SharedRow, column: int, role: Qt.ItemDataRole) -> Any:
        element = row.first + column
        kind = self._touched.get((row.array.row, element))
        back = None if kind is None else self.theme.read if kind == "read" else self.theme.write
        if role == Qt.ItemDataRole.BackgroundRole and back is not None:
            return QColor(back)
        if role == Qt.ItemDataRole.ForegroundRole:
            if back is not None:
                return QColor(ink_on(self.theme, argb(back)))
            return QColor(self.theme.text if row.array.known[element] else self.theme.muted)
        return None


class SharedTable(QTableView):
    """A click or Enter chooses the element; Ctrl+C copies all of it."""

    elementPicked = Signal(int, int)  # row of the array in Trace.arrays, element

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._cells = SharedModel(theme)
        self.setModel(self._cells)
        self.setFont(mono_font(BASE_PX - 2))
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(tr("Shared memory of the block"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().hide()
        names = self.verticalHeader()
        names.setFont(mono_font(BASE_PX - 2))
        names.setDefaultSectionSize(ROW_PX)
        names.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        width = self.fontMetrics().horizontalAdvance("0") * LETTERS + AIR_PX
        self.horizontalHeader().setMinimumSectionSize(width)
        self.horizontalHeader().setDefaultSectionSize(width)
        self.clicked.connect(self._pick)
        self.activated.connect(self._pick)

    @property
    def text(self) -> str:
        """All of it: a line for each row, its name first, tabs between."""
        rows = self._cells.rows
        return "\n".join("\t".join((row.name, *map(row.text, range(row.count)))) for row in rows)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._cells.theme = theme
        self.viewport().update()

    def show_rows(self, rows: Sequence[SharedRow], touched: Touched) -> None:
        """Another block, or the same at another moment."""
        self._cells.show_rows(rows, touched)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copies all of it."""
        if not copied(event, lambda: self.text):
            super().keyPressEvent(event)

    def _pick(self, index: QModelIndex) -> None:
        row = self._cells.rows[index.row()]
        if index.column() < row.count:
            self.elementPicked.emit(row.array.row, row.first + index.column())
