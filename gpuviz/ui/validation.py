"""Modelled times beside published ones: how far the model of time is off, point by point."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from gpuviz.model.validation import PublishedPoint, published_points
from gpuviz.scene.limiters import limiter_name
from gpuviz.scene.numbers import seconds
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.scene.validation import (
    factor_text,
    how_far_off,
    modelled_text,
    point_words,
    validation_chart,
)
from gpuviz.texts import tr
from gpuviz.ui.charts.view import ChartView
from gpuviz.ui.clipboard import copied
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.pull_down import ArrowBox
from gpuviz.ui.tables import Column, RowModel, SortedRows, set_up_rows, table_text

SIZE = (1120, 760)
FACTOR, SOURCE = 5, 7  # columns


class ValidationDialog(QDialog):
    """A chart of all points, and a table of them with their sources; a row is found in the chart.

    `theme`: what the window is painted in now.
    """

    def __init__(self, theme: Callable[[], Theme], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Modelled times beside published ones"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        self._theme, self._points = theme, published_points()
        self.way, self.summary = ArrowBox(), PlainLabel()
        self.chart = ChartView(validation_chart(self._points, compiled=True), theme())
        self.table = PointTable()
        self._set_up()
        self._lay_out()
        self.way.currentIndexChanged.connect(self._show)
        self.table.selectionModel().currentRowChanged.connect(self._find)
        self._show()

    @property
    def is_compiled(self) -> bool:
        """Whether times from machine code are shown."""
        return bool(self.way.currentData())

    @qt_override
    def changeEvent(self, event: QEvent) -> None:
        """The chart has the colours of the window."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and self.chart.theme is not self._theme():
            self.chart.set_theme(self._theme())

    def _set_up(self) -> None:
        self.way.addItem(tr("from machine code, where a compiler is installed"), True)
        self.way.addItem(tr("from source, without a compiler"), False)
        self.way.setAccessibleName(tr("How the times are modelled"))
        tip = tr("With one of the extras cuda12 and cuda13 instructions are read off machine code.")
        self.way.setToolTip(plain_tip(tip))
        self.summary.setWordWrap(True)

    def _lay_out(self) -> None:
        column, head, both = QVBoxLayout(self), QHBoxLayout(), QSplitter(Qt.Orientation.Vertical)
        column.setContentsMargins(*[4 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        head.addWidget(self.summary, 1)
        head.addSpacing(6 * SPACE_PX)
        head.addWidget(self.way, 0, Qt.AlignmentFlag.AlignTop)
        both.addWidget(self.chart)
        both.addWidget(self.table)
        both.setSizes([SIZE[1] * 3 // 5, SIZE[1] * 2 // 5])
        both.setChildrenCollapsible(False)
        column.addLayout(head)
        column.addWidget(both, 1)

    def _show(self) -> None:
        self.summary.setText(how_far_off(self._points, compiled=self.is_compiled))
        self.chart.show_chart(validation_chart(self._points, compiled=self.is_compiled))
        self.table.show_points(self._points, compiled=self.is_compiled)

    def _find(self, index: QModelIndex) -> None:
        """Reads the point of a row in the chart."""
        if index.isValid():
            point = self.table.point_at(index)
            self.chart.read(point.published_s, point.judged(compiled=self.is_compiled).modelled_s)


class PointTable(QTableView):
    """A row for each published time, the farthest off first; Ctrl+C copies all of them."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = RowModel(_columns(compiled=True), point_words)
        self._sorted = SortedRows(self._rows)
        self.setModel(self._sorted)
        set_up_rows(self, tr("All published times"), stretched=SOURCE)
        self.horizontalHeader().setSortIndicator(FACTOR, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)

    @property
    def text(self) -> str:
        """The whole table, tabs between the columns."""
        return table_text(self._rows.columns, self._sorted.rows)

    def point_at(self, index: QModelIndex) -> PublishedPoint:
        """That of a row."""
        return self._sorted.row_at(index)

    def show_points(self, points: tuple[PublishedPoint, ...], *, compiled: bool) -> None:
        """Show what is modelled from machine code, or from source."""
        self._rows.show_rows(points, _columns(compiled=compiled))

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if not copied(event, lambda: self.text):
            super().keyPressEvent(event)


def _columns(*, compiled: bool) -> tuple[Column[PublishedPoint], ...]:
    return (
        Column("Kernel", lambda p: p.kernel, "Its file in benchmarks/published.", is_code=True),
        Column("Size", lambda p: p.size, "Of the launch."),
        Column("GPU", lambda p: p.gpu, "Where it was measured."),
        Column("Published", lambda p: seconds(p.published_s), "The time.", lambda p: p.published_s),
        Column(
            "Modelled",
            lambda p: modelled_text(p, compiled=compiled),
            "What the model says of the same launch.",
            lambda p: p.judged(compiled=compiled).modelled_s,
        ),
        Column(
            "Factor",
            lambda p: factor_text(p, compiled=compiled),
            "The modelled time in published ones; sorted by how far it is off.",
            lambda p: _off(p, compiled=compiled),
        ),
        Column(
            "Limited by",
            lambda p: limiter_name(p.judged(compiled=compiled).limiter),
            "As the model has it.",
        ),
        Column("Published by", lambda p: p.source, "Who measured it, and where that stands."),
    )


def _off(point: PublishedPoint, *, compiled: bool) -> float:
    ratio = point.judged(compiled=compiled).modelled_s / point.published_s
    return max(ratio, 1 / ratio)


def show_validation(theme: Callable[[], Theme], parent: QWidget) -> None:
    """Open it beside what is done."""
    ValidationDialog(theme, parent).show()
