"""Where the panels are: beside and under the stage, in proportion to the window."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QTabWidget

from gpuviz.session.coalesced import CoalescedCall
from gpuviz.ui.docks import Dock
from gpuviz.ui.panels import Panels

LEFT_PX, RIGHT_PX, TIMING_PX = (252, 268), (284, 376), (160, 280)  # least and most by itself
BESIDE = ("launch", "source", "inspector")  # beside the stage; all others share the place under it
EXPLANATION = "explanation"  # over the inspector, once somebody asks for it
COLUMN_PX = (250, 290)  # of the one column beside the stage in a narrow window
FEW_PX, FEW_SHARE = (290, 440), 0.3  # of the column while there are few panels, of the width
MOVED_SHARE = 0.36  # of the window's width, for a panel that was brought beside the stage
NARROW_PX, LOW_PX = 1100, 720  # a window below has one column beside the stage, nothing under it
SHORT_PX = (760, 900)  # of a window, without and with a lesson above, less that: see `_wants_tall`
CODE_SHARE = (0.44, 0.74)  # of the window's width, and of its column's height, while one types
CODE_LINES, CODE_LEAST_PX = 14, 320  # so many have room; what shares the column gives way for them
BESIDE_CODE_PX = 100  # high, of the inspector under so many lines
INSPECTOR_PX, INSPECTOR_SHARE = (130, 290), 0.6  # under many lines; of what 14 of them leave
BY_HAND, BY_HAND_TALL, OURS = range(3)
"""What a saved state has as its version: who has sized the panels, and whether the column of the
source goes down to the window's lower edge, of which Qt keeps nothing. Once all were 0.
"""
SCROLL_PX = 14  # a bar that scrolls a panel, and its frame
TITLE_PX, BARS_PX = 40, 100  # a panel's title; menu bar, toolbar and status bar together


class Arrangement(QObject):
    """Places the docks; once somebody has drawn a panel wider or narrower, it `is_kept`.

    There is every panel, or few: launch and source, and what was asked for. In a narrow window with
    every panel those beside the stage are tabs of one column; in a low one those under it are
    closed, for the View menu to open.
    """

    everyChanged = Signal(bool)  # whether there is every panel now

    def __init__(self, window: QMainWindow, panels: Panels, every: bool) -> None:
        super().__init__(window)
        self.is_kept = False
        self._above_px = 0
        self._kept_px: int | None = None
        self._before_code: tuple[int, dict[str, int]] | None = None  # width; heights in its column
        self._window, self._panels, self._docks = window, panels, panels.docks
        self._source = panels.source
        self._chosen, self._needed = every, False
        self._kept: dict[bool, QByteArray] = {}  # how somebody has placed every panel, or few
        self._silent = panels.silent
        self._fitted_to: Path | None = None
        self._narrow = self._low = False
        self._below = [name for name in self._docks if name not in (*BESIDE, EXPLANATION)]
        self._titling = CoalescedCall(self, self._show_titles)
        self._fitting_code = CoalescedCall(self, self._fit_code)
        for name in (*self._below, EXPLANATION):
            self._docks[name].visibilityChanged.connect(self._titling.ask)
            self._docks[name].dockLocationChanged.connect(self._titling.ask)
        panels.silentChanged.connect(self._follow_silent)
        panels.launch.filled.connect(CoalescedCall(self, self._follow_launch).ask)
        window.setTabPosition(Qt.DockWidgetArea.BottomDockWidgetArea, QTabWidget.TabPosition.North)
        window.setTabPosition(Qt.DockWidgetArea.RightDockWidgetArea, QTabWidget.TabPosition.North)

    @property
    def every(self) -> bool:
        """Whether there is every panel, or few until one is asked for."""
        return self._chosen or self._needed

    def show_every(self, chosen: bool) -> None:
        """Every panel, or few, from now on."""
        self._switch(chosen, self._needed)

    def need_every(self, needed: bool) -> None:
        """Every panel for a while: a lesson tells of them all."""
        self._switch(self._chosen, needed)

    def reset(self) -> None:
        """Everything back to where it was at the first start."""
        self.is_kept = self._narrow = self._low = False
        self._set_corners(self._wants_tall)
        self._docks[EXPLANATION].hide()
        if self.every:
            self._place_columns()
        else:
            self._place_few()
        self._place_below()
        self._place_explanation()
        self.fit()

    def save(self) -> QByteArray:
        """Where everything is, for `restore`."""
        by_hand = BY_HAND_TALL if self.every and self._column_is_tall else BY_HAND
        is_ours = not self.is_kept and all(map(self._is_in_place, self._docks))
        return self._window.saveState(OURS if is_ours else by_hand)

    def restore(self, saved: QByteArray) -> None:
        """Everything where it was saved, by somebody's hand or as it fits the window; what was
        never saved so changes nothing.
        """
        self.fit()  # places that hang together with the window's size come first
        known = (BY_HAND, BY_HAND_TALL, OURS)
        version = next((one for one in known if self._window.restoreState(saved, one)), OURS)
        self.is_kept = version != OURS
        if self.is_kept and self.every and self._column_is_tall != (version == BY_HAND_TALL):
            self._set_corners(version == BY_HAND_TALL)
            self._window.restoreState(saved, version)  # heights are others beside such a column
        self.fit()

    def raise_below(self, name: str) -> None:
        """Bring a panel to the front; where it was not there, room is made for it."""
        was_hidden = self._panels.dock_of(name).isHidden()
        self._panels.bring_forward(name)
        if self._low or (was_hidden and not self.every):
            self.fit()

    def bring(self, name: str) -> None:
        """The same for what nobody has asked for by its name, unless they have closed it."""
        dock = self._panels.dock_of(name)
        if not self.every and dock.isHidden() and not dock.is_dismissed:
            self.raise_below(name)

    def is_beside(self, name: str) -> bool:
        """Whether a panel of those under the stage stands beside it."""
        beside = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)
        return self._window.dockWidgetArea(self._docks[name]) in beside

    def put_beside(self, name: str, beside: bool) -> None:
        """Have one of the panels under the stage stand beside it, or under it again."""
        dock, inspector = self._docks[name], self._docks["inspector"]
        areas = Qt.DockWidgetArea
        # even before it becomes a tab: Qt 6.12 leaves what is a tab elsewhere where it is
        self._place(name, areas.RightDockWidgetArea if beside else areas.BottomDockWidgetArea)
        if not beside:
            others = [other for other in self._below if other != name and not self.is_beside(other)]
            self._window.tabifyDockWidget(self._docks[others[0]], dock)
        elif self.every and not inspector.isHidden() and not inspector.isFloating():
            self._window.tabifyDockWidget(inspector, dock)
        self._panels.bring_forward(name)
        self.fit()

    def make_room(self, above_px: int) -> None:
        """Something else takes that much above the panels: those under the stage give way."""
        if above_px == self._above_px:
            return
        self._above_px = above_px
        if self.is_kept:
            self._give_way()
            self._fitting_code.ask()
        self.fit()

    def _switch(self, chosen: bool, needed: bool) -> None:
        before = self.every
        if self.is_kept:
            self._kept[before] = self.save()
        else:
            self._kept.pop(before, None)
        self._chosen, self._needed = chosen, needed
        if self.every == before:
            return
        kept = self._kept.get(self.every)
        self.reset()
        if kept is not None:
            self.restore(kept)
        self.everyChanged.emit(self.every)

    def hide_silent(self) -> None:
        """Panels are where they once were: those that have nothing to say now are not there."""
        front = [name for name in self._silent if self._panels.is_in_front(name)]
        for name in self._silent:
            self._docks[name].hide()
        if front and not self._docks[self._below[0]].isHidden():
            self._docks[self._below[0]].raise_()

    def _follow_launch(self) -> None:
        """The launch panel has more to say, or less."""
        if not self.every:
            self.fit()

    def _follow_silent(self) -> None:
        """What has something to say comes, where there is every panel; what has not goes."""
        before, self._silent = self._silent, self._panels.silent
        for name in self._silent - before:
            self._docks[name].hide()
        is_place = any(not self._docks[name].isHidden() for name in self._below)
        for name in before - self._silent:
            if self.every and is_place:
                self._docks[name].show()

    def _show_titles(self) -> None:
        """A panel that shares its place with others has a tab instead of a title, and without one
        needs less room.
        """
        docks = [self._docks[name] for name in (*self._below, EXPLANATION)]
        before = [dock.is_tabbed for dock in docks]
        for dock in docks:
            others = self._window.tabifiedDockWidgets(dock)
            dock.set_tabbed(any(not other.isHidden() for other in others))
        if before != [dock.is_tabbed for dock in docks]:
            self.fit()

    def _give_way(self) -> None:
        """Panels that somebody has sized come back to their height afterwards."""
        front = self._front_below()
        if front is None:
            return
        height = front.height()
        if self._above_px and self._kept_px is None:
            self._kept_px, height = height, min(height, TIMING_PX[0])
        elif not self._above_px and self._kept_px is not None:
            height, self._kept_px = self._kept_px, None
        self._window.resizeDocks([front], [height], Qt.Orientation.Vertical)

    def _front_below(self) -> Dock | None:
        shown = (one for one in self._below if not self._docks[one].isHidden())
        return next((self._docks[one] for one in shown if not self.is_beside(one)), None)

    def fit(self) -> None:
        """Give every panel its share of the window."""
        if self.is_kept:
            return
        if self.every:
            self._follow_size()
        self._set_corners(self._wants_tall)
        window, docks = self._window, self._docks
        share = 0.2 if self._low else 0.25
        timing = _share(share, self._room_px, TIMING_PX)
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        widths = self._widths()
        window.resizeDocks([docks["launch"], docks["source"]], widths, horizontal)
        moved = [docks[name] for name in self._below if self.is_beside(name)]
        if moved:
            window.resizeDocks(
                moved, [round(MOVED_SHARE * window.width())] * len(moved), horizontal
            )
        below = self._front_below()
        if below is not None:
            window.resizeDocks([below], [timing], vertical)
        sizes = self._heights(timing) if self.every else self._few_heights()
        heights = dict(zip(BESIDE[1:] if self.every else BESIDE, sizes, strict=False))
        if self._source.needs_room:
            self._size_with_code(widths[1], heights)
        else:
            window.resizeDocks([docks[name] for name in heights], [*heights.values()], vertical)

    def _widths(self) -> list[int]:
        """Of the launch panel and of the source."""
        width = self._window.width()
        if not self.every:
            return [_share(FEW_SHARE, width, FEW_PX)] * 2
        if self._narrow:
            return [_share(0.32, width, COLUMN_PX)] * 2
        return [_share(0.2, width, LEFT_PX), _share(0.27, width, RIGHT_PX)]

    def _heights(self, timing: int) -> list[int]:
        """Of the source and of the inspector under it."""
        right = self._room_px - BARS_PX - (0 if self._wants_tall else timing)
        wanted = self._source.natural_height + TITLE_PX
        most = round(0.42 * right) + self._source.bar.sizeHint().height()
        if self._wants_tall:
            least = _share(INSPECTOR_SHARE, right - CODE_LEAST_PX, INSPECTOR_PX)
            most = max(most, right - least)
        source = min(max(wanted, round(0.25 * right)), most)
        return [source, right - source]

    def _few_heights(self) -> list[int]:
        """Of launch, source and, where it is there, inspector in one column: the launch as high as
        it is, the source as its lines where something stands under it.
        """
        column = self._room_px - BARS_PX
        wide = _share(FEW_SHARE, self._window.width(), FEW_PX) - SCROLL_PX
        panel = self._panels.launch
        needed = panel.heightForWidth(wide) if panel.hasHeightForWidth() else -1
        needed = needed if needed > 0 else panel.sizeHint().height()
        launch = min(needed + TITLE_PX, 3 * column // 5)
        rest = column - launch
        if self._docks["inspector"].isHidden():
            return [launch, rest]
        source = min(self._source.natural_height + TITLE_PX, rest // 2)
        return [launch, source, rest - source]

    def make_room_for_code(self) -> None:
        """The source's panel is wide and high while that is needed, and as it was afterwards."""
        if self._source.needs_room:
            self._give_room()
        self._fitting_code.ask()

    def _give_room(self) -> None:
        if not self.is_kept:
            self.fit()
            return
        width = self._docks["source"].width()
        heights = {name: self._docks[name].height() for name in self._source_column}
        self._before_code = self._before_code or (width, heights)
        self._size_with_code(width, heights)

    def _fit_code(self) -> None:
        """Once the controls have gone that needed more width, and what came above is there."""
        if self._source.needs_room:
            self._give_room()
            return
        before, self._before_code = self._before_code, None
        if not self.is_kept:
            self.fit()
        elif before is not None:
            self._size_source(*before)

    def _size_with_code(self, width: int, heights: Mapping[str, int]) -> None:
        """More of both, for a source that needs room, than these."""
        wider = max(round(CODE_SHARE[0] * self._window.width()), width)
        self._size_source(wider, self._heights_with_code(heights))

    def _heights_with_code(self, heights: Mapping[str, int]) -> dict[str, int]:
        """Of the docks in the source's column: what is over and under it shares what it leaves."""
        column = sum(heights.values())
        share = round(CODE_SHARE[1] * column)
        least = max(CODE_LEAST_PX, self._source.height_of_lines(CODE_LINES) + TITLE_PX)
        if "launch" in heights:  # of few panels, which somebody who types looks at as well
            share = max(heights["source"], min(share, least))
        else:
            share = max(share, min(least, column - BESIDE_CODE_PX))
        others = [name for name in heights if name != "source"]
        rest = column - share
        return {**{name: rest // len(others) for name in others}, "source": share}

    def _size_source(self, width: int, heights: Mapping[str, int]) -> None:
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self._window.resizeDocks([self._docks["source"]], [width], horizontal)
        shown = [name for name in self._source_column if name in heights]
        docks = [self._docks[name] for name in shown]
        if len(docks) > 1:
            self._window.resizeDocks(docks, [heights[name] for name in shown], vertical)

    @property
    def _source_column(self) -> list[str]:
        """The docks that stand over each other where the source is, from the top."""
        names = BESIDE[1:] if self.every else BESIDE
        return [name for name in names if not self._docks[name].isHidden()]

    @property
    def _room_px(self) -> int:
        """How high the window is, less what stands above the panels for a while."""
        return self._window.height() - self._above_px

    @property
    def _column_is_tall(self) -> bool:
        """Whether the source's column goes down to the lower edge of the window."""
        area = self._window.corner(Qt.Corner.BottomRightCorner)
        return area is not Qt.DockWidgetArea.BottomDockWidgetArea

    @property
    def _wants_tall(self) -> bool:
        """Whether it should: a short window has no room for source and inspector over the panels
        under the stage.
        """
        short_px = SHORT_PX[bool(self._above_px)]
        return not self.every or (not self._narrow and self._room_px < short_px)

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
            self._show_below()

    def _is_in_place(self, name: str) -> bool:
        """Whether nobody has moved a panel."""
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        if name in self._below:
            place = Qt.DockWidgetArea.BottomDockWidgetArea
        elif name == EXPLANATION or (self.every and (self._narrow or name != "launch")):
            place = right
        else:
            place = left
        dock = self._docks[name]
        return not dock.isFloating() and self._window.dockWidgetArea(dock) is place

    def _set_corners(self, tall: bool) -> None:
        """With few panels the column beside the stage is as high as the window, with all of them
        at most that of the source.
        """
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        corners = (
            (Qt.Corner.BottomLeftCorner, bottom if self.every else left),
            (Qt.Corner.BottomRightCorner, right if tall else bottom),
        )
        for corner, area in corners:
            if self._window.corner(corner) is not area:
                self._window.setCorner(corner, area)

    def _place_below(self) -> None:
        for name in self._below:
            self._place(name, Qt.DockWidgetArea.BottomDockWidgetArea)
        for before, after in itertools.pairwise(self._below):
            self._window.tabifyDockWidget(self._docks[before], self._docks[after])
        self._show_below()

    def _show_below(self) -> None:
        """All that have something to say, where there is room; none while there are few."""
        wanted = self.every and not self._low
        for name in self._below:
            self._docks[name].setVisible(wanted and name not in self._silent)
        if wanted:
            self._docks[self._below[0]].raise_()

    def _place_columns(self) -> None:
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        for name, area in (("launch", left), ("source", right), ("inspector", right)):
            self._place(name, area)
        source, inspector = self._docks["source"], self._docks["inspector"]
        self._window.splitDockWidget(source, inspector, Qt.Orientation.Vertical)

    def _place_few(self) -> None:
        """One column, in which the inspector has a place for when it comes."""
        for name in BESIDE:
            self._place(name, Qt.DockWidgetArea.LeftDockWidgetArea)
        for above, under in itertools.pairwise(BESIDE):
            docks = self._docks[above], self._docks[under]
            self._window.splitDockWidget(*docks, Qt.Orientation.Vertical)
        self._docks["inspector"].hide()

    def _place_explanation(self) -> None:
        """Not shown for a moment, or Qt leaves tabs of nothing behind."""
        explanation = self._docks[EXPLANATION]
        self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, explanation)
        explanation.setFloating(False)
        self._window.tabifyDockWidget(self._docks["inspector"], explanation)
        self._titling.ask()

    def _place_in_one_column(self) -> None:
        for name in BESIDE:
            self._place(name, Qt.DockWidgetArea.RightDockWidgetArea)
        for before, after in itertools.pairwise(BESIDE):
            self._window.tabifyDockWidget(self._docks[before], self._docks[after])
        self._docks["source" if self._source.is_editing else BESIDE[0]].raise_()

    def _place(self, name: str, area: Qt.DockWidgetArea) -> None:
        self._window.addDockWidget(area, self._docks[name])
        self._docks[name].setFloating(False)
        self._docks[name].is_dismissed = False
        self._docks[name].show()

    def fit_source(self, file: Path) -> None:
        """Make room for the source of another file."""
        if file != self._fitted_to:
            self._fitted_to = file
            self.fit()


def _share(share: float, whole: int, limits: tuple[int, int]) -> int:
    return min(max(round(share * whole), limits[0]), limits[1])
