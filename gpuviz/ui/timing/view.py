"""Timing: the bars of the last run, and a group of bars for every run of this session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.scene.timing.words import how_to_time
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.runs import Runs
from gpuviz.texts import enumerated, titled, tr
from gpuviz.ui.facts import set_tone, wrapped_label
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override

if TYPE_CHECKING:
    from gpuviz.ui.charts.bars_view import BarsView
    from gpuviz.ui.timing.charts import TimingCharts
    from gpuviz.ui.timing.history_view import HistoryView

SMALLEST = QSize(552, 126)


class TimingView(LazyPanel):
    """The runs of the session; the charts are made once there is a run, and somebody looks."""

    chartsMade = Signal()

    def __init__(self, runs: Runs, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._runs = runs
        self._charts: TimingCharts | None = None
        self._prepared: TimingCharts | None = None
        wanted = runs.changed, self.pictureWanted
        CoalescedCall(self, self._show_history, *wanted)  # the stage comes first, and between
        CoalescedCall(self, self._show_run, *wanted)  # both the window hears mouse and keyboard
        self.setObjectName("timing")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._words = wrapped_label()
        self._words.setText(how_to_time())
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        set_tone(self._words, "muted")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, SPACE_PX, 0, SPACE_PX)
        self._row.addWidget(self._words)
        runs.added.connect(self._forget_choice)

    @property
    def charts(self) -> TimingCharts:
        """Both charts."""
        return self._make_charts() if self._charts is None else self._charts

    @property
    def last_run(self) -> BarsView:
        """The chart of the last run, or of the one that is chosen."""
        return self.charts.last_run

    @property
    def history(self) -> HistoryView:
        """The chart of all runs."""
        return self.charts.history

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (*self.last_run.controls, *self.history.controls) if self._charts else ()

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As much as both charts need."""
        return SMALLEST

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        if self._charts is not None:
            self._charts.set_theme(theme)

    def expect(self, coming: str) -> None:
        """Say this of the launch that is under way, before there is any run; "": there is none."""
        if self._charts is None:
            self._words.setText(coming or how_to_time())

    def _forget_choice(self) -> None:
        """A run that has come is the one to look at."""
        if self._charts is not None:
            self._charts.history.choose(None)

    def prepare(self) -> None:
        """Make the charts that the first run is going to fill, if somebody looks."""
        if self.is_seen and self._charts is None:
            self._prepared = self._new_charts()

    def _new_charts(self) -> TimingCharts:
        from gpuviz.ui.timing.charts import TimingCharts  # and with it pyqtgraph

        return TimingCharts(self._theme, self)

    def _make_charts(self) -> TimingCharts:
        self._charts = self._prepared or self._new_charts()
        self._charts.set_theme(self._theme)
        self._charts.history.chosenChanged.connect(self._show_run)
        self._row.replaceWidget(self._words, self._charts)
        self._words.deleteLater()
        self._charts.show()
        self._show_history()
        self._show_run()
        self.chartsMade.emit()
        return self._charts

    def _show_history(self) -> None:
        """All runs; the charts come once there is one and somebody looks."""
        if self._charts is not None:
            from gpuviz.scene.timing.bars import bars_of

            self._charts.history.show_runs(tuple(run for run in self._runs.all if bars_of(run)))
        elif self.is_seen and self._runs.all:
            self._make_charts()

    def _show_run(self, *_told: object) -> None:
        """The run that is chosen in the history, else the last one."""
        if self._charts is None or not self._runs.all:
            return
        from gpuviz.scene.timing.last_run import run_chart

        chosen = self._charts.history.chosen_run
        if chosen is None:
            self._charts.last_run.show_chart(run_chart(self._runs.all[-1]))
            return
        names = titled(chosen.title), chosen.size_text, chosen.device
        said = tr("Chosen run: {run}").format(run=enumerated([name for name in names if name]))
        self._charts.last_run.show_chart(run_chart(chosen, said))
