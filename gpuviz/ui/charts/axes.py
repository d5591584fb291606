"""Axes in the colours of the window: numbers with their units, or names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from gpuviz.scene.charts.units import Unit
from gpuviz.scene.sizes import SMALL_PX
from gpuviz.scene.theme import Theme
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import ui_font

Side = Literal["left", "bottom"]
Ticks = list[tuple[float | None, list[float]]]
OFFSET_PX, LINE_PX = 4, 15  # from the plot to a name; height of one line of it
BEYOND_PX = 40.0  # how far a number may reach beyond the end of the axis
LONGEST_PX = 1000.0  # and a name, before it is cut short
GRID = 255  # opacity of the lines through the plot


class ThemedAxis(pg.AxisItem):
    """Muted numbers and calm lines."""

    beyond_px = BEYOND_PX

    def __init__(self, side: Side, theme: Theme) -> None:
        super().__init__(side)
        self.enableAutoSIPrefix(False)
        self.setStyle(
            tickFont=ui_font(SMALL_PX), tickTextOffset=OFFSET_PX, tickLength=0,
            maxTextLevel=0, maxTickLevel=0,
        )  # fmt: skip
        self.set_theme(theme)

    @qt_override
    def boundingRect(self) -> QRectF:
        """With the room that numbers at its ends need."""
        rect, beyond = QRectF(super().boundingRect()), self.beyond_px
        if self.orientation == "left":
            return rect.adjusted(-beyond, -beyond, 0, beyond)
        return rect.adjusted(-beyond, 0, beyond, 0)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.setPen(theme.line)
        self.setTickPen(theme.line)
        self.setTextPen(theme.muted)


class ValueAxis(ThemedAxis):
    """Numbers, written by the unit; on an axis of powers of two only those."""

    def __init__(self, side: Side, theme: Theme) -> None:
        super().__init__(side, theme)
        self._unit: Unit | None = None
        self._logarithmic = False
        self._base, self._has_names = 10.0, False
        self.setGrid(GRID)

    def show_unit(
        self, unit: Unit, logarithmic: bool, base: float = 10.0, has_names: bool = False
    ) -> None:
        """Write numbers in another way, at linear or logarithmic places, or at whole ones only."""
        self._unit, self._base, self._has_names = unit, base, has_names
        self._logarithmic = logarithmic
        self.picture = None
        self.update()

    def tickValues(self, minVal: float, maxVal: float, size: float) -> Ticks:
        """Powers on a logarithmic axis; where fewer than two are seen, round numbers."""
        if self._has_names:
            return [(1.0, self._whole(minVal, maxVal, size))]
        if not self._logarithmic:
            return list(super().tickValues(minVal, maxVal, size))
        low, high = sorted((minVal, maxVal))
        step = math.log10(self._base)
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first >= 1:
            every = self._every(last - first + 1, size)
            shown = [n * step for n in range(first, last + 1) if n % every == 0]
            between = [n * step for n in range(first, last + 1) if n % every]
            return [(step, shown), (None, between)]
        linear = super().tickValues(10**low, 10**high, size)
        return [(None, [math.log10(v) for v in values if v > 0]) for _, values in linear]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """As the unit writes them."""
        if self._unit is None:
            return [""] * len(values)
        return [self._unit.tick(10**value if self._logarithmic else value) for value in values]

    def _whole(self, low: float, high: float, size: float) -> list[float]:
        """Whole numbers: all of them, or every so many."""
        first, last = math.ceil(low - 1e-9), math.floor(high + 1e-9)
        every = self._every(last - first + 1, size)
        return [float(n) for n in range(first, last + 1) if n % every == 0]

    def _every(self, count: int, size: float) -> int:
        """Every so many powers have a number."""
        room = 18.0 if self.orientation == "left" else 64.0
        return max(1, math.ceil(count * room / max(size, 1.0)))


class NameAxis(ThemedAxis):
    """Names at 0, 1, 2 and so on; those that are marked stand out."""

    beyond_px = LONGEST_PX

    def __init__(self, side: Side, theme: Theme, size: int = SMALL_PX) -> None:
        super().__init__(side, theme)
        self._theme, self._font = theme, ui_font(size)
        self._marked: frozenset[int] = frozenset()
        self.setStyle(tickFont=self._font)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        super().set_theme(theme)

    def show_names(self, names: Sequence[str], marked: Sequence[int] = ()) -> None:
        """Other names, which may have several lines; of some of them the number is marked."""
        self._marked = frozenset(marked)
        if self.orientation == "bottom":
            lines = max((name.count("\n") + 1 for name in names), default=1)
            self.setHeight(OFFSET_PX + LINE_PX * lines)
        self.setTicks([list(enumerate(names)), []])

    def drawPicture(self, p: QPainter, axisSpec: Any, tickSpecs: Any, textSpecs: Any) -> None:
        """Each name in the room that it has, with dots where that is too little."""
        p.setFont(self._font)
        metrics = QFontMetricsF(self._font)
        for rect, flags, text in textSpecs:
            place = self._place(rect)
            is_marked = self._number(place) in self._marked
            p.setPen(QColor(self._theme.text if is_marked else self._theme.muted))
            elide = Qt.TextElideMode.ElideRight
            lines = [metrics.elidedText(line, elide, place.width()) for line in text.split("\n")]
            p.drawText(place, int(flags), "\n".join(lines))

    def _place(self, rect: QRectF) -> QRectF:
        """The room of a name: its row, or its share of the axis."""
        if self.orientation == "left":
            return QRectF(0, rect.y(), self.width() - OFFSET_PX, rect.height())
        low, high = self.range
        share = self.width() / max(abs(high - low), 1e-9) - OFFSET_PX
        left = rect.center().x() - share / 2
        return QRectF(left, OFFSET_PX, share, self.height() - OFFSET_PX)

    def _number(self, place: QRectF) -> int:
        """Which of the names stands there."""
        first, last = map(float, self.range)
        if self.orientation == "left":
            first, last = last, first
        along = place.center().y() if self.orientation == "left" else place.center().x()
        room: float = self.height() if self.orientation == "left" else self.width()
        return round(first + along / max(room, 1.0) * (last - first))
