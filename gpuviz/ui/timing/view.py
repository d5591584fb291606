"""Timing: the bars of the last run, and a group of bars for every run of this session."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gpuviz.engines.request import CpuTimes
from gpuviz.ui.style import SPACE_PX
from gpuviz.ui.terms import explained
from gpuviz.ui.theme import Theme
from gpuviz.ui.timing.bars import RunTimes, bars_of
from gpuviz.ui.timing.history_chart import HistoryChart
from gpuviz.ui.timing.last_run_chart import LastRunChart

MOST_RUNS = 60


class TimingView(QWidget):
    """Both charts side by side."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._runs: list[RunTimes] = []
        self.setObjectName("timing")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.last_run, self.history = LastRunChart(theme), HistoryChart(theme)
        for chart in (self.last_run, self.history):
            chart.setToolTip(explained("measured modelled H2D D2H"))
        row = QHBoxLayout(self)
        row.setContentsMargins(4 * SPACE_PX, SPACE_PX, 4 * SPACE_PX, 2 * SPACE_PX)
        row.setSpacing(8 * SPACE_PX)
        row.addWidget(self.last_run, 2)
        row.addWidget(self.history, 3)

    @property
    def runs(self) -> tuple[RunTimes, ...]:
        """The runs that are shown, oldest first."""
        return tuple(self._runs)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.last_run.set_theme(theme)
        self.history.set_theme(theme)

    def add_run(self, run: RunTimes) -> None:
        """A run is there; its CPU times may follow."""
        self._runs = [*self._runs, run][-MOST_RUNS:]
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
        self.last_run.show_run(self._runs[-1])
        self.history.show_runs(tuple(run for run in self._runs if bars_of(run)))
