"""The context menu of a chart: what one can do with it, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gpuviz.texts import tr

if TYPE_CHECKING:
    from gpuviz.ui.charts.plot_view import PlotView


class ChartMenu:
    """Adds to a chart's actions: all of it, logarithmic axes, which series are shown."""

    def __init__(self, chart: PlotView) -> None:
        self._chart = chart
        whole = QAction(tr("Show &all of it"), chart)
        whole.triggered.connect(chart.fit)
        self._scales = _checked(chart), _checked(chart)
        for axis, action in enumerate(self._scales):
            action.triggered.connect(lambda on, axis=axis: chart.set_logarithmic(axis, on))
        self._series = QMenu(tr("&Series"), chart)
        apart = QAction(chart)
        apart.setSeparator(True)
        chart.addActions([apart, whole, *self._scales, self._series.menuAction()])

    def fill(self) -> None:
        """As the chart is now."""
        chart = self._chart
        switches = zip(self._scales, chart.switches, chart.is_logarithmic, strict=True)
        for action, switch, logarithmic in switches:
            action.setVisible(switch is not None and not chart.empty_words)
            if switch is not None:
                action.setText(tr("Logarithmic: {axis}").format(axis=switch.name))
                action.setChecked(logarithmic)
        self._series.clear()
        for name in chart.series_names:
            action = _checked(self._series)
            action.setText(name)
            action.setChecked(chart.is_shown(name))
            action.triggered.connect(lambda on, name=name: chart.toggle(name))
            self._series.addAction(action)
        self._series.menuAction().setVisible(bool(chart.series_names))


def _checked(owner: PlotView | QMenu) -> QAction:
    action = QAction(owner)
    action.setCheckable(True)
    return action
