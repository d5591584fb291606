"""Timing: the bars of the last run, and a group of bars for every run of this session."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gpuviz.engines.request import CpuTimes
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.scene.timing.bars import RunTimes, bars_of
from gpuviz.scene.timing.last_run import BEFORE_ANY_RUN, run_chart
from gpuviz.texts import enumerated, titled, tr
from gpuviz.ui.charts.bars_view import BarsView
from gpuviz.ui.terms import explained
from gpuviz.ui.timing.history_view import HistoryView

MOST_RUNS = 60


class TimingView(QWidget):
    """Both charts side by side; the run that is chosen at the right is the one at the left."""

    runsChanged = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._runs: list[RunTimes] = []
        self.setObjectName("timing")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.last_run, self.history = BarsView(BEFORE_ANY_RUN, theme), HistoryView(theme)
        for chart in self.charts:
            chart.setToolTip(explained("measured modelled H2D D2H"))
        self.history.chosenChanged.connect(lambda part: self._show_run())
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * SPACE_PX, SPACE_PX, 2 * SPACE_PX, 2 * SPACE_PX)
        row.setSpacing(4 * SPACE_PX)
        for chart in self.charts:
            row.addWidget(chart, 1)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return self.charts

    @property
    def charts(self) -> tuple[BarsView, HistoryView]:
        """From left to right."""
        return self.last_run, self.history

    @property
    def runs(self) -> tuple[RunTimes, ...]:
        """The runs that are shown, oldest first."""
        return tuple(self._runs)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        for chart in self.charts:
            chart.set_theme(theme)

    def add_run(self, run: RunTimes) -> None:
        """A run is there; its CPU times may follow."""
        self._runs = [*self._runs, run][-MOST_RUNS:]
        self.history.choose(None)
        self._show()

    def take_over(self, other: TimingView) -> None:
        """Show the runs that are shown there."""
        self._runs = list(other._runs)
        self._show()

    def change_last_run(self, run: RunTimes) -> None:
        """More is known of the last run; its CPU times stay."""
        if self._runs and self._runs[-1].number == run.number:
            self._runs[-1] = replace(run, cpu=self._runs[-1].cpu)
            self._show()

    def set_cpu_times(self, cpu: CpuTimes) -> None:
        """The CPU times of the run with that number, and of others with the same inputs."""
        timed = [(run.operation, run.size) for run in self._runs if run.number == cpu.number]
        self._runs = [
            replace(run, cpu=cpu) if (run.operation, run.size) in timed and not run.cpu else run
            for run in self._runs
        ]
        if self._runs:
            self._show()

    def _show(self) -> None:
        self.history.show_runs(tuple(run for run in self._runs if bars_of(run)))
        self._show_run()
        self.runsChanged.emit()

    def _show_run(self) -> None:
        """The chosen run, else the last one."""
        if not self._runs:
            return
        chosen = self.history.chosen_run
        if chosen is None:
            self.last_run.show_chart(run_chart(self._runs[-1]))
            return
        names = titled(chosen.title), chosen.size_text, chosen.device
        said = tr("Chosen run: {run}").format(run=enumerated([name for name in names if name]))
        self.last_run.show_chart(run_chart(chosen, said))
