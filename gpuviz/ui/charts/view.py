"""A chart of lines and points as a plot: the mouse and the arrow keys read its points."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from gpuviz.scene.charts.chart import Chart, Point, Series
from gpuviz.scene.charts.colours import area_color
from gpuviz.scene.charts.ends import Ends, ends_across, ends_up
from gpuviz.scene.charts.read_out import Place, ReadOut, card, places_of, read_out_of
from gpuviz.scene.charts.table import Table, table_of
from gpuviz.scene.charts.words import Frame, words_inside
from gpuviz.scene.scene import Item, Rect, Scene
from gpuviz.scene.stage.plot_items import Markers, Shape, Trail
from gpuviz.scene.theme import Theme
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui.charts.axes import ValueAxis
from gpuviz.ui.charts.items import LineItem, SceneItem, wide
from gpuviz.ui.charts.plot_view import ENTER, LEAST_PLOT_PX, STRIP, PlotView, Switch, X
from gpuviz.ui.charts.strip import StripItem
from gpuviz.ui.override import qt_override

NEAR_PX = 14.0  # beside the plot, where its points are still read
MOST_MARKED = 64  # points of a series: more are a line without symbols
LINE_PX, SYMBOL_PX, RING_PX = 2.0, 7.0, 5.0
CAP = 0.008  # half of the end of a spread, in widths of the plot
SYMBOLS: dict[Shape, str] = {
    "circle": "o",
    "square": "s",
    "diamond": "d",
    "triangle": "t1",
    "cross": "x",
}
GAP_UP = 9.0  # pixels of the sign of a gap above the x axis
BASES = {"log2": 2.0}


class ChartView(PlotView):
    """Shows one chart. Its notes are left to whoever holds it; exported pictures have them.

    Left, Right, Home and End move the read-out, Esc ends it, Enter or a double click picks its
    place.
    """

    picked: TypedSignal[[ReadOut]] = signal(object)
    readOutChanged: TypedSignal[[ReadOut | None]] = signal(object)

    def __init__(self, chart: Chart, theme: Theme, has_notes: bool = False) -> None:
        super().__init__(theme, ValueAxis("left", theme), ValueAxis("bottom", theme))
        self._chart, self._has_notes = chart, has_notes
        self._places: tuple[Place, ...] = ()
        self._read: int | None = None  # row in _places
        self._error_bars: list[pg.ErrorBarItem] = []
        self._strip = StripItem(self.box, theme)
        self.grid.addItem(self._strip.axis, STRIP, 0)
        self.grid.addItem(self._strip.box, STRIP, 1)
        self._parts = (
            SceneItem(self.box, self._inside, 10),
            SceneItem(self.box, self._pointed_out, 20),
            SceneItem(self.grid, self._card, 30),
        )
        self.box.sigXRangeChanged.connect(self._widen_caps)
        self.refresh()

    @property
    def chart(self) -> Chart:
        """What is shown."""
        return self._chart

    @property
    def places(self) -> tuple[Place, ...]:
        """All places that can be read, from left to right."""
        return self._places

    @property
    def read_out(self) -> ReadOut | None:
        """What is told about the place that is pointed out; None without one."""
        return None if self._read is None else read_out_of(self._chart, self._places[self._read])

    def read(self, x: float, y: float) -> None:
        """Tell of the point there, as if the mouse were on it; nothing where there is none."""
        rows = (n for n, place in enumerate(self._places) if (place.x, place.y) == (x, y))
        self._read_row(next(rows, None))

    def show_chart(self, chart: Chart) -> None:
        """Show another chart, or the same with more in it."""
        if chart != self._chart:
            self._chart = chart
            self.refresh()

    @property
    def heading(self) -> str:
        """The title of the chart."""
        return self._chart.title

    @property
    def empty_words(self) -> str:
        """What to do where there is nothing."""
        return self._chart.hint if self._chart.is_empty else ""

    @property
    def axis_names(self) -> tuple[str, str]:
        """As the chart has them."""
        return self._chart.x.label, self._chart.y.label

    @property
    def switches(self) -> tuple[Switch | None, Switch | None]:
        """Both, but for an axis of names."""
        across, up = (
            None if axis.scale == "names" else Switch(axis.label, axis.scale != "linear")
            for axis in (self._chart.x, self._chart.y)
        )
        return across, up

    @property
    def sentence(self) -> str:
        """The name of the chart; the description has its words."""
        return self._chart.title or tr("Chart")

    @property
    def note_lines(self) -> tuple[LineItem, ...]:
        """Those of a picture."""
        notes = self._chart.notes if self._has_notes else ()
        return tuple(LineItem(note, self.theme.muted) for note in notes)

    def table(self) -> Table:
        """All numbers of the chart."""
        return table_of(self._chart)

    def twin(self) -> ChartView:
        """The same chart with its notes."""
        return ChartView(self._chart, self.theme, has_notes=True)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._strip.set_theme(theme)
        super().set_theme(theme)

    def refresh(self) -> None:
        """Show the chart anew; the read-out stays at its place."""
        self._places = places_of(self._chart)
        if self._read is not None:
            self._read = min(self._read, len(self._places) - 1) if self._places else None
        self._strip.show_strip(self._chart.strip)
        super().refresh()

    def describe(self) -> None:
        """The place that is read, else the whole chart."""
        super().describe()
        read_out = self.read_out
        words = self._chart.sentence if read_out is None else read_out.text
        self.setAccessibleDescription(words)

    def fill(self) -> None:
        """Boundaries and marks under the lines, which have symbols and spreads."""
        self._error_bars = []
        across, up = self.is_logarithmic
        base = BASES.get(self._chart.x.scale, 10.0)
        self.bottom.show_unit(self._chart.x.unit, across, base, self._chart.x.scale == "names")
        self.left.show_unit(self._chart.y.unit, up)
        self.left.setWidth(self._strip.axis_px)
        for line in self._chart.boundaries:
            pen = self._pen(area_color(self.theme, line.token), 1.5, Qt.PenStyle.DashLine)
            ends = np.array([self.ways(*line.start), self.ways(*line.end)])
            self.add(pg.PlotCurveItem(ends[:, 0], ends[:, 1], pen=pen))
        for mark in self._chart.marks:
            pen = self._pen(self.theme.text, 1.2, Qt.PenStyle.DotLine)
            self.add(pg.InfiniteLine(self.ways(mark.x, 1.0)[X], angle=90, pen=pen))
        for series in self._chart.series:
            if series.points:
                self._add_series(series)

    def home(self) -> tuple[Ends, Ends]:
        """As far as the points go, or as the chart says, and a little further for symbols."""
        across, up = self.is_logarithmic
        low, high = ends_up(self._chart, up)
        air = (high - low) * 0.8 * SYMBOL_PX / max(self.box.height(), LEAST_PLOT_PX)
        return ends_across(self._chart, across), (low - air if up else low, high + air)

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        super().mouseMoveEvent(event)
        self._read_at(event.position())

    @qt_override
    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        super().leaveEvent(event)
        self._read_row(None)

    @qt_override
    def viewportEvent(self, event: QEvent) -> bool:
        """Over the plot the read-out takes the place of a tooltip."""
        return (event.type() is QEvent.Type.ToolTip and self._read is not None) or bool(
            super().viewportEvent(event)
        )

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves the read-out."""
        row = self._row_of_key(event)
        if row is not None:
            self._read_row(row)
        elif event.key() == Qt.Key.Key_Escape and self._read is not None:
            self._read_row(None)
        elif event.key() in ENTER and self._read is not None:
            self._pick()
        else:
            super().keyPressEvent(event)

    def pick_at(self, place: QPointF) -> None:
        """Pick the place that is read there."""
        self._read_at(place)
        self._pick()

    def is_mine(self, event: QKeyEvent) -> bool:
        """Also the keys that read."""
        ends = event.key() == Qt.Key.Key_Escape and self._read is not None
        return ends or self._row_of_key(event) is not None or super().is_mine(event)

    def _pen(self, color: str, width: float, style: Qt.PenStyle) -> pg.QtGui.QPen:
        return pg.mkPen(color, width=width, style=style)

    def _add_series(self, series: Series) -> None:
        """Measured ones are solid and filled, modelled ones dashed and hollow."""
        color = area_color(self.theme, series.token, series.shade)
        places = self._ways(series.points)
        style = Qt.PenStyle.DashLine if series.modelled else Qt.PenStyle.SolidLine
        few = len(series.points) <= MOST_MARKED
        item = pg.PlotDataItem(
            places[:, 0], places[:, 1], name=series.label,
            pen=self._pen(color, LINE_PX, style) if series.joined else None,
            symbol=SYMBOLS[series.shape] if few else None, symbolSize=SYMBOL_PX,
            symbolPen=pg.mkPen(color, width=1.6),
            symbolBrush=pg.mkBrush(self.theme.panel if series.modelled else color),
        )  # fmt: skip
        self.add_series(item)
        for bars in self._spreads(series.points, color):
            bars.setParentItem(item)
            self._error_bars.append(bars)
        wrong = self._ways([point for point in series.points if point.flaw])
        if len(wrong):
            cross = pg.mkPen(self.theme.hazard, width=1.6)
            pg.ScatterPlotItem(
                wrong[:, 0], wrong[:, 1], symbol="x", size=10, pen=cross, brush=None
            ).setParentItem(item)

    def _spreads(self, points: Sequence[Point], color: str) -> list[pg.ErrorBarItem]:
        """Upright lines, with a cap at each end that is known."""
        items = []
        for side, end_of in _SIDES.items():
            known = [point for point in points if end_of(point) is not None]
            if known:
                places = self._ways(known)
                ends = self._ways([replace(point, y=end_of(point) or 0.0) for point in known])
                reach = {side: np.abs(ends[:, 1] - places[:, 1])}
                items.append(
                    pg.ErrorBarItem(
                        x=places[:, 0], y=places[:, 1], beam=self._beam,
                        pen=pg.mkPen(color, width=1.2), **reach,
                    )
                )  # fmt: skip
        return items

    @property
    def _beam(self) -> float:
        """How wide the ends of error bars are, on the x axis: equally many pixels however near."""
        first, last = self.view_range[X]
        return 2 * CAP * (last - first)

    def _widen_caps(self) -> None:
        for bars in self._error_bars:
            bars.setData(beam=self._beam)

    def _ways(self, points: Sequence[Point]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        """[n, 2] where points stand on the axes."""
        places = [self.ways(point.x, point.y) for point in points]
        return np.array(places, np.float64).reshape(-1, 2)

    def _inside(self) -> Scene:
        """The words in the plot, and a cross for each x without a value."""
        chart, plot = self._chart, self.plot_rect
        if self.empty_words:
            return Scene()
        seen = replace(chart, series=tuple(one for one in chart.series if self.is_shown(one.label)))
        frame = Frame(
            plot, lambda x: self.plot_pixel(x, 1.0)[0], lambda y: self.plot_pixel(1.0, y)[1], wide
        )
        items: list[Item] = [*words_inside(seen, frame, self.theme)]
        gaps = [(frame.across(gap.x), plot.bottom - GAP_UP) for gap in chart.gaps]
        if gaps:
            items.append(Markers(np.array(gaps), self.theme.muted, "cross", 4.0))
        return Scene(tuple(items))

    def _pointed_out(self) -> Scene:
        """A line through the column that is read, or a ring around the point."""
        read_out, plot = self.read_out, self.plot_rect
        if read_out is None:
            return Scene()
        items: list[Item] = []
        if self._chart.reading == "column":
            x = self.plot_pixel(read_out.x, 1.0)[0]
            line = np.array([(x, plot.y), (x, plot.bottom)])
            items.append(Trail(line, self.theme.muted, 1.0))
        for series, point in read_out.place.spots:
            color = area_color(self.theme, series.token, series.shade)
            at = np.array([self.plot_pixel(point.x, point.y)])
            if self.is_shown(series.label):
                items.append(Markers(at, color, "circle", RING_PX, self.theme.panel))
                items.append(Markers(at, color, "circle", RING_PX - 2.5))
        return Scene(tuple(items))

    def _card(self) -> Scene:
        """What is told about the place that is read."""
        read_out = self.read_out
        if read_out is None:
            return Scene()
        room = Rect(0, 0, self.width(), self.height())
        place = self._pixel_of(self._places[self._read or 0])
        return card(read_out, (place.x(), place.y()), room, self.theme, wide)

    def _pixel_of(self, place: Place) -> QPointF:
        """Of a column, its highest point."""
        if place.y is not None:
            return self.pixel(place.x, place.y)
        tops = [spot.point.y for spot in place.spots if self.is_shown(spot.series.label)]
        top = QPointF(self.pixel(place.x, 1.0).x(), self.room.y)
        return self.pixel(place.x, max(tops)) if tops else top

    def _row_of_key(self, event: QKeyEvent) -> int | None:
        """The place that a key leads to."""
        plain = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier
        if not self._places or event.modifiers() not in plain:
            return None
        last = len(self._places) - 1
        before, after = (last, 0) if self._read is None else (self._read - 1, self._read + 1)
        rows = {
            Qt.Key.Key_Left: max(before, 0),
            Qt.Key.Key_Right: min(after, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        return rows.get(Qt.Key(event.key()))

    def _read_at(self, position: QPointF) -> None:
        self._read_row(self._nearest(position) if self._holds(position) else None)

    def _nearest(self, position: QPointF) -> int | None:
        """The number of the place that is nearest to a pixel."""

        def far(number: int) -> float:
            way = self._pixel_of(self._places[number]) - position
            is_column = self._places[number].y is None
            return abs(way.x()) if is_column else math.hypot(way.x(), way.y())

        return min(range(len(self._places)), key=far, default=None)

    def _holds(self, position: QPointF) -> bool:
        """Whether a pixel is in the plot, or near enough for its points to be read."""
        if self.empty_words:
            return False
        plot = self.room.inset(-NEAR_PX)
        bottom = max(plot.bottom, self._strip.bottom)
        across = plot.x <= position.x() <= plot.right
        return across and plot.y <= position.y() <= bottom

    def _read_row(self, row: int | None) -> None:
        if row != self._read:
            self._read = row
            self.describe()
            self.readOutChanged.emit(self.read_out)
            self.viewport().update()

    def _pick(self) -> None:
        read_out = self.read_out
        if read_out is not None:
            self.picked.emit(read_out)


_SIDES: dict[str, Callable[[Point], float | None]] = {
    "bottom": lambda point: point.low,
    "top": lambda point: point.high,
}
