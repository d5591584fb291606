"""The roofline panel: the chart, and beside it what stops the last run, in words and figures."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpuviz.scene.charts.chart import Chart
from gpuviz.scene.facts import Fact, Note
from gpuviz.scene.roofline.chart import nothing_to_show
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.charts.view import ChartView
from gpuviz.ui.facts import Callout, FactList, Line, NoteList
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.scrolled_columns import ScrolledColumns
from gpuviz.ui.terms import explained

SMALLEST = QSize(300, 130)
BESIDE_FROM = 640  # pixels of width: narrower panels have only the chart


class RooflineView(LazyPanel):
    """Filled by its controller while it is seen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("roofline")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.chart = ChartView(nothing_to_show(), theme)
        self.chart.setToolTip(explained("measured modelled"))
        self.limit, self.asides, self.facts = Callout(), NoteList(Line), FactList()
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * SPACE_PX)
        column.addWidget(self.limit)
        column.addWidget(self.asides)
        self.beside = ScrolledColumns(words, self.facts, tr("What limits the last run"))
        self.words = self.beside.room
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * SPACE_PX, SPACE_PX, 4 * SPACE_PX, 2 * SPACE_PX)
        row.setSpacing(6 * SPACE_PX)
        row.addWidget(self.chart, 1)
        row.addWidget(self.words)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return *self.chart.controls, self.words, self.facts

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As much as the timing: the place under the stage does not grow for long sentences."""
        return SMALLEST

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.chart.set_theme(theme)

    def show_nothing(self, why: str) -> None:
        """Without a run: why, or what to do."""
        self.chart.show_chart(nothing_to_show(why))
        self._lay_out()

    def show_run(
        self, chart: Chart, limit: Note, asides: Sequence[Note], facts: Sequence[Fact]
    ) -> None:
        """The chart, what limits its last run, what is not to be seen in it, and figures."""
        self.chart.show_chart(chart)
        self.limit.show_note(limit)
        self.asides.show_notes(asides)
        self.facts.show_facts(facts)
        self._lay_out()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The words stand beside the chart where there is room."""
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        has_words = not self.chart.chart.is_empty
        self.beside.fit(self.width(), self.height())
        self.words.setVisible(has_words and self.width() >= BESIDE_FROM)
