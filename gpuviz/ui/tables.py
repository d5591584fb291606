"""What the tables of the panels have in common: rows that are chosen whole, one column that takes
what is left, and columns that a narrow table does without.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

ROW_PX = 22


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


def heading(title: str, tip: str, orientation: Qt.Orientation, role: int) -> Any:
    """What a model's `headerData` answers for a column."""
    if orientation is not Qt.Orientation.Horizontal:
        return None
    if role == Qt.ItemDataRole.DisplayRole:
        return title
    if role == Qt.ItemDataRole.ToolTipRole:
        return tip
    if role == Qt.ItemDataRole.TextAlignmentRole:
        return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    return None
