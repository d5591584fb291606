"""Where the panels are: beside and under the stage, in proportion to the window."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QTabWidget

from gpuviz.ui.docks import Dock
from gpuviz.ui.source.panel import SourcePanel

LEFT_PX, RIGHT_PX, TIMING_PX = (252, 268), (284, 376), (160, 280)  # least and most by itself
BESIDE = ("launch", "source", "inspector")  # beside the stage; all others share the place under it
EXPLANATION = "explanation"  # over the inspector, once somebody asks for it
COLUMN_PX = (250, 290)  # of the one column beside the stage in a narrow window
NARROW_PX, LOW_PX = 1100, 720  # a window below has one column beside the stage, nothing under it
FLAT_PX = 640  # of a window, less what is above the panels: below, the stage is given more of it
CODE_SHARE = (0.44, 0.74)  # of the window's width, and of its column's height, while one types
TITLE_PX, BARS_PX = 40, 100  # a panel's title; menu bar, toolbar and status bar together


class Arrangement:
    """Places the docks; once somebody has drawn a panel wider or narrower, it `is_kept`.

    In a narrow window the panels beside the stage are tabs of one column; in a low one those under
    it are closed, for the View menu to open.
    """

    def __init__(self, window: QMainWindow, docks: Mapping[str, Dock], source: SourcePanel) -> None:
        self.is_kept = False
        self._above_px = 0
        self._kept_px: int | None = None
        self._before_code: tuple[int, int, int] | None = None
        self._window, self._docks, self._source = window, docks, source
        self._fitted_to: Path | None = None
        self._narrow = self._low = False
        self._below = [name for name in docks if name not in (*BESIDE, EXPLANATION)]
        window.setTabPosition(Qt.DockWidgetArea.BottomDockWidgetArea, QTabWidget.TabPosition.North)
        window.setTabPosition(Qt.DockWidgetArea.RightDockWidgetArea, QTabWidget.TabPosition.North)

    def reset(self) -> None:
        """Everything back to where it was at the first start."""
        window, bottom = self._window, Qt.DockWidgetArea.BottomDockWidgetArea
        window.setCorner(Qt.Corner.BottomLeftCorner, bottom)
        window.setCorner(Qt.Corner.BottomRightCorner, bottom)
        self._docks[EXPLANATION].hide()
        self._place_columns()
        for name in self._below:
            self._place(name, bottom)
        for before, after in itertools.pairwise(self._below):
            window.tabifyDockWidget(self._docks[before], self._docks[after])
        for name in self._below:
            self._docks[name].set_tabbed(len(self._below) > 1)
        self.raise_below(self._below[0])
        self._place_explanation()
        self.is_kept = self._narrow = self._low = False
        self.fit()

    def raise_below(self, name: str) -> None:
        """Bring one of the panels under the stage to the front."""
        self._docks[name].show()
        self._docks[name].raise_()

    def make_room(self, above_px: int) -> None:
        """Something else takes that much above the panels: those under the stage give way."""
        if above_px == self._above_px:
            return
        self._above_px = above_px
        if self.is_kept:
            self._give_way()
        self.fit()

    def _give_way(self) -> None:
        """Panels that somebody has sized come back to their height afterwards."""
        front = next((one for one in self._below if not self._docks[one].isHidden()), None)
        if front is None:
            return
        height = self._docks[front].height()
        if self._above_px and self._kept_px is None:
            self._kept_px, height = height, min(height, TIMING_PX[0])
        elif not self._above_px and self._kept_px is not None:
            height, self._kept_px = self._kept_px, None
        self._window.resizeDocks([self._docks[front]], [height], Qt.Orientation.Vertical)

    def fit(self) -> None:
        """Give every panel its share of the window."""
        if self.is_kept:
            return
        self._follow_size()
        window, docks = self._window, self._docks
        widths = [_share(0.2, window.width(), LEFT_PX), _share(0.27, window.width(), RIGHT_PX)]
        if self._narrow:
            widths = [_share(0.32, window.width(), COLUMN_PX)] * 2
        flat = window.height() - self._above_px < FLAT_PX
        if flat and not self._narrow:
            widths[1] = _share(0.23, window.width(), RIGHT_PX)
        timing = _share(0.25, window.height() - self._above_px, TIMING_PX)
        right = window.height() - self._above_px - timing - BARS_PX
        wanted = self._source.natural_height + TITLE_PX
        source = min(max(wanted, round(0.25 * right)), round((0.55 if flat else 0.42) * right))
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        window.resizeDocks([docks["launch"], docks["source"]], widths, horizontal)
        window.resizeDocks([docks["timing"]], [timing], vertical)
        window.resizeDocks(
            [docks["source"], docks["inspector"]], [source, right - source], vertical
        )
        if self._source.is_editing:
            self.make_room_for_code()

    def make_room_for_code(self) -> None:
        """The source's panel is wide and high while it is an editor, and as it was afterwards."""
        dock, below = self._docks["source"], self._docks["inspector"]
        if not self._source.is_editing:
            if self._before_code is not None:
                self._size_source(*self._before_code)
            self._before_code = None
            return
        if self._before_code is None:
            self._before_code = dock.width(), dock.height(), below.height()
        width = round(CODE_SHARE[0] * self._window.width())
        column = dock.height() + below.height()
        height = round(CODE_SHARE[1] * column)
        self._size_source(max(width, dock.width()), height, column - height)

    def _size_source(self, width: int, height: int, below: int) -> None:
        source, inspector = self._docks["source"], self._docks["inspector"]
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self._window.resizeDocks([source], [width], horizontal)
        self._window.resizeDocks([source, inspector], [height, below], vertical)

    def _follow_size(self) -> None:
        """Other places for the panels where the window has become small, or large again."""
        narrow, low = self._window.width() < NARROW_PX, self._window.height() < LOW_PX
        if narrow != self._narrow:
            self._narrow = narrow
            if narrow:
                self._place_in_one_column()
            else:
                self._place_columns()
            self._place_explanation()
        if low != self._low:
            self._low = low
            for name in self._below:
                self._docks[name].setVisible(not low)
            if not low:
                self.raise_below(self._below[0])

    def _place_columns(self) -> None:
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        for name, area in (("launch", left), ("source", right), ("inspector", right)):
            self._place(name, area)
        source, inspector = self._docks["source"], self._docks["inspector"]
        self._window.splitDockWidget(source, inspector, Qt.Orientation.Vertical)

    def _place_explanation(self) -> None:
        """Not shown for a moment, or Qt leaves tabs of nothing behind."""
        explanation = self._docks[EXPLANATION]
        self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, explanation)
        explanation.setFloating(False)
        self._window.tabifyDockWidget(self._docks["inspector"], explanation)
        explanation.set_tabbed(True)

    def _place_in_one_column(self) -> None:
        for name in BESIDE:
            self._place(name, Qt.DockWidgetArea.RightDockWidgetArea)
        for before, after in itertools.pairwise(BESIDE):
            self._window.tabifyDockWidget(self._docks[before], self._docks[after])
        self._docks["source" if self._source.is_editing else BESIDE[0]].raise_()

    def _place(self, name: str, area: Qt.DockWidgetArea) -> None:
        self._window.addDockWidget(area, self._docks[name])
        self._docks[name].setFloating(False)
        self._docks[name].show()

    def fit_source(self, file: Path) -> None:
        """Make room for the source of another file."""
        if file != self._fitted_to:
            self._fitted_to = file
            self.fit()


def _share(share: float, whole: int, limits: tuple[int, int]) -> int:
    return min(max(round(share * whole), limits[0]), limits[1])
