"""What the tables of the panels have in common: columns as data, one object a row, rows that are
chosen whole, one column that takes what is left, and columns that a narrow table does without.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from gpuviz.messages import EnglishText
from gpuviz.scene.sizes import BASE_PX
from gpuviz.texts import tr
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import mono_font
from gpuviz.ui.terms import with_words

ROW_PX = 22
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ROOT = QModelIndex()
Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One column: its title, what it says of a row, what it means, and by what rows are sorted."""

    title: EnglishText
    text: Callable[[Row], str]
    tip: EnglishText
    key: Callable[[Row], Any] | None = None  # None: by the text
    is_code: bool = False

    def sort_key(self, row: Row) -> Any:
        """What a row has instead of its text where rows are put in order."""
        return self.text(row) if self.key is None else self.key(row)


class RowModel(QAbstractTableModel, Generic[Row]):
    """A row for each of some objects; `sentence` is what tooltips and screen readers say of one."""

    def __init__(
        self, columns: Sequence[Column[Row]], sentence: Callable[[Row], str] = lambda row: ""
    ) -> None:
        super().__init__()
        self.columns = tuple(columns)
        self.rows: tuple[Row, ...] = ()
        self._sentence = sentence

    def show_rows(self, rows: Sequence[Row], columns: Sequence[Column[Row]] | None = None) -> None:
        """Show other objects; in other columns where these say other things of them."""
        self.beginResetModel()
        self.rows = tuple(rows)
        if columns is not None:
            self.columns = tuple(columns)
        self.endResetModel()

    @qt_override
    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: D102
        return 0 if parent.isValid() else len(self.rows)

    @qt_override
    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: D102
        return 0 if parent.isValid() else len(self.columns)

    @qt_override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, the font of code, and the sentence about a row."""
        row, column = self.rows[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.FontRole and column.is_code:
            return mono_font(BASE_PX - 1)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._sentence(row))
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return self._sentence(row)
        return None

    @qt_override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Titles of the columns, and what they mean."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(column.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            return with_words(tr(column.tip), tr(column.tip))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


class SortedRows(QSortFilterProxyModel, Generic[Row]):
    """The rows of a model in the order of the keys of one column."""

    def __init__(self, model: RowModel[Row]) -> None:
        super().__init__()
        self._model = model
        self.setSourceModel(model)

    @property
    def rows(self) -> tuple[Row, ...]:
        """As they stand."""
        return tuple(self.row_at(self.index(row, 0)) for row in range(self.rowCount()))

    def row_at(self, index: Index) -> Row:
        """The object of a row."""
        return self._model.rows[self.mapToSource(index).row()]

    @qt_override
    def lessThan(self, left: Index, right: Index) -> bool:
        """By what the column sorts."""
        key = self._model.columns[left.column()].sort_key
        return bool(key(self._model.rows[left.row()]) < key(self._model.rows[right.row()]))


def table_text(columns: Sequence[Column[Row]], rows: Sequence[Row]) -> str:
    """The whole table, tabs between the columns."""
    lines = [[tr(column.title) for column in columns]]
    lines += [[column.text(row) for column in columns] for row in rows]
    return "\n".join("\t".join(line) for line in lines)


def set_up_rows(table: QTableView, name: str, stretched: int) -> None:
    """Rows without a grid; `name` is for screen readers, the column `stretched` takes what is
    left.
    """
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(ROW_PX)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)


def hide_narrow(table: QTableView, wide: Sequence[tuple[int, int]]) -> None:
    """Hide each (column, pixels) for which the table has less than that width."""
    for column, least in wide:
        table.setColumnHidden(column, table.width() < least)
