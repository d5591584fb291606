"""Both charts of the timing panel, side by side."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.scene.timing.last_run import before_any_run
from gpuviz.ui.asked_figure import ask_figure
from gpuviz.ui.charts.bars_view import BarsView
from gpuviz.ui.terms import explained
from gpuviz.ui.timing.history_view import HistoryView


class TimingCharts(QWidget):
    """The run that is chosen at the right is the one at the left."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.last_run, self.history = BarsView(before_any_run(), theme), HistoryView(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4 * SPACE_PX)
        for chart in (self.last_run, self.history):
            chart.setToolTip(explained("measured modelled H2D D2H"))
            row.addWidget(chart, 1)
        for asked in (self.last_run.clicked, self.last_run.picked):
            asked.connect(self._ask)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.last_run.set_theme(theme)
        self.history.set_theme(theme)

    def _ask(self, number: int) -> None:
        """Where the time of a bar comes from: a click on it, or Enter, asks."""
        row = self.last_run.chart.rows[number]
        if row.figure is not None:
            ask_figure(self.last_run, row.label, row.words, row.figure)
