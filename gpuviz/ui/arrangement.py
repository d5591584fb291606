"""Where the panels are: beside and under the stage, in proportion to the window."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QTabWidget

from gpuviz.ui.docks import Dock
from gpuviz.ui.source_panel import SourcePanel

LEFT_PX, RIGHT_PX, TIMING_PX = (252, 268), (284, 376), (160, 280)  # least and most by itself
BESIDE = ("launch", "source", "inspector")  # beside the stage; all others share the place under it
TITLE_PX, BARS_PX = 40, 100  # a panel's title; menu bar, toolbar and status bar together


class Arrangement:
    """Places the docks; once somebody has drawn a panel wider or narrower, it `is_kept`."""

    def __init__(self, window: QMainWindow, docks: Mapping[str, Dock], source: SourcePanel) -> None:
        self.is_kept = False
        self._window, self._docks, self._source = window, docks, source
        self._fitted_to: Path | None = None
        self._below = [name for name in docks if name not in BESIDE]
        window.setTabPosition(Qt.DockWidgetArea.BottomDockWidgetArea, QTabWidget.TabPosition.North)

    def reset(self) -> None:
        """Everything back to where it was at the first start."""
        window, docks = self._window, self._docks
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        window.setCorner(Qt.Corner.BottomLeftCorner, bottom)
        window.setCorner(Qt.Corner.BottomRightCorner, bottom)
        areas = {"launch": left, "source": right, "inspector": right}
        areas |= dict.fromkeys(self._below, bottom)
        for name, area in areas.items():
            window.addDockWidget(area, docks[name])
            docks[name].setFloating(False)
            docks[name].show()
        window.splitDockWidget(docks["source"], docks["inspector"], Qt.Orientation.Vertical)
        for before, after in itertools.pairwise(self._below):
            window.tabifyDockWidget(docks[before], docks[after])
        for name in self._below:
            docks[name].set_tabbed(len(self._below) > 1)
        self.raise_below(self._below[0])
        self.is_kept = False
        self.fit()

    def raise_below(self, name: str) -> None:
        """Bring one of the panels under the stage to the front."""
        self._docks[name].show()
        self._docks[name].raise_()

    def fit(self) -> None:
        """Give every panel its share of the window."""
        if self.is_kept:
            return
        window, docks = self._window, self._docks
        widths = [_share(0.2, window.width(), LEFT_PX), _share(0.27, window.width(), RIGHT_PX)]
        timing = _share(0.25, window.height(), TIMING_PX)
        right = window.height() - timing - BARS_PX
        wanted = self._source.natural_height + TITLE_PX
        source = min(max(wanted, round(0.25 * right)), round(0.42 * right))
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        window.resizeDocks([docks["launch"], docks["source"]], widths, horizontal)
        window.resizeDocks([docks["timing"]], [timing], vertical)
        window.resizeDocks(
            [docks["source"], docks["inspector"]], [source, right - source], vertical
        )

    def fit_source(self, file: Path) -> None:
        """Make room for the source of another file."""
        if file != self._fitted_to:
            self._fitted_to = file
            self.fit()


def _share(share: float, whole: int, limits: tuple[int, int]) -> int:
    return min(max(round(share * whole), limits[0]), limits[1])
