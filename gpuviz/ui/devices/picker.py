"""The device picker of the toolbar: a drop-down with what tells devices apart, in columns."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QTableView

from gpuviz.device import Device
from gpuviz.device_fields import status_words
from gpuviz.messages import EnglishText
from gpuviz.scene.devices.facts import (
    bandwidth_text,
    binary_bytes,
    family_text,
    fp32_text,
    tdp_text,
    year_text,
)
from gpuviz.scene.numbers import whole
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import clauses, tr
from gpuviz.ui.fields import Picker
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import ui_font

RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
NUMBERS = range(2, 9)  # columns
ROW_PX = 26
MOST_ROWS = 20
KNOWN_FROM: Mapping[str, EnglishText] = {
    "query": "its driver",
    "doc": "NVIDIA's pages",
    "third": "other pages",
    "mem": "memory",
    "est": "an assumption",
}
"""The words of device_fields.STATUSES in a cell; its tooltip says more."""


class DevicePicker(Picker):
    """One row for each device; typing the beginning of a name goes to it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(tr("Device"), tr("The GPU that limits and times are for."), theme)
        self._rows = QStandardItemModel(0, 0, self)
        names = (
            "device",
            "family",
            "year",
            "compute capability",
            "SMs",
            "memory",
            "bandwidth",
            "float32",
            "TDP",
            "known from",
        )
        for column, words in enumerate(names):
            self._rows.setHorizontalHeaderItem(column, _heading(tr(words), column))
        self.setModel(self._rows)
        self.setModelColumn(0)
        self.setMaxVisibleItems(MOST_ROWS)

    def clear_devices(self) -> None:
        """An empty list."""
        self._rows.setRowCount(0)

    def add_heading(self, words: str, tip: str) -> None:
        """A line over the devices that are added next; it cannot be chosen."""
        heading = QStandardItem(words)
        heading.setToolTip(plain_tip(tip))
        heading.setFont(ui_font(weight=QFont.Weight.Bold))
        cells = [heading, *(QStandardItem() for _ in range(self._rows.columnCount() - 1))]
        for cell in cells:
            cell.setFlags(Qt.ItemFlag.NoItemFlags)
        self._rows.appendRow(cells)

    def add_device(self, device: Device, key: str = "") -> None:
        """One more device, unless it is there already; `picked` calls it by its `key`, or id."""
        key = key or device.id
        if self.findData(key) >= 0:
            return
        name = QStandardItem(device.name)
        name.setData(key, Qt.ItemDataRole.UserRole)
        figures = (
            year_text(device),
            device.cc,
            whole(device.sm_count),
            binary_bytes(device.mem_bytes),
            bandwidth_text(device),
            fp32_text(device),
            tdp_text(device),
        )
        family = QStandardItem(family_text(device))
        cells = [name, family, *map(_number, figures), _status(device)]
        self._rows.appendRow(cells)

    @qt_override
    def showPopup(self) -> None:
        """The table; made when it is first seen."""
        table = self.view()
        if not isinstance(table, QTableView):
            table = _table()
            self.setView(table)
        table.resizeColumnsToContents()
        frame = 2 * table.frameWidth() + 2 * SPACE_PX
        bar = table.verticalScrollBar().sizeHint().width()
        table.setMinimumWidth(table.horizontalHeader().length() + frame + bar)
        super().showPopup()


def _table() -> QTableView:
    table = QTableView()
    table.setObjectName("devicePicker")
    table.setShowGrid(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(ROW_PX)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionsClickable(False)
    header.setStretchLastSection(True)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return table


def _heading(words: str, column: int) -> QStandardItem:
    """At the side of what stands under it."""
    item = QStandardItem(words)
    item.setTextAlignment(RIGHT if column in NUMBERS else LEFT)
    return item


def _number(text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setTextAlignment(RIGHT)
    return item


def _status(device: Device) -> QStandardItem:
    item = QStandardItem(" + ".join(tr(KNOWN_FROM[word]) for word in device.status.split("+")))
    item.setToolTip(plain_tip(clauses(map(tr, status_words(device.status)))))
    return item
