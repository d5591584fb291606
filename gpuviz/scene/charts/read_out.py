"""What is said about a point of a chart, or about all points at one x."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gpuviz.scene.charts.chart import Chart, Point, Series, Token
from gpuviz.scene.charts.colours import word_color
from gpuviz.scene.charts.labels import Wide
from gpuviz.scene.scene import Item, Label, Panel, Rect, Scene
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import labelled, tr

ROW_PX = 16.0
AWAY_PX = 10.0  # from the point


@dataclass(frozen=True, slots=True)
class Row:
    """One value of a read-out, or a sentence without a value."""

    name: str
    value: str
    token: Token


class Spot(NamedTuple):
    """A point, and the series that it is of."""

    series: Series
    point: Point


class Place(NamedTuple):
    """A place that can be read, in the units of the axes; without a `y` all of a column."""

    x: float
    y: float | None
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class ReadOut:
    """What is told about one place."""

    place: Place
    head: str
    rows: tuple[Row, ...]

    @property
    def x(self) -> float:
        """In the unit of the axis."""
        return self.place.x

    @property
    def text(self) -> str:
        """All of it in words, a line each."""
        lines = (labelled(row.name, row.value) if row.value else row.name for row in self.rows)
        return "\n".join((self.head, *lines))


def places_of(chart: Chart) -> tuple[Place, ...]:
    """All places that can be read, from left to right."""
    spots = [Spot(series, point) for series in chart.series for point in series.points]
    if chart.reading == "point":
        spots.sort(key=lambda spot: (spot.point.x, -spot.point.y))
        return tuple(Place(spot.point.x, spot.point.y, (spot,)) for spot in spots)
    columns: dict[float, list[Spot]] = {gap.x: [] for gap in chart.gaps}
    for spot in spots:
        columns.setdefault(spot.point.x, []).append(spot)
    return tuple(Place(x, None, tuple(spots)) for x, spots in sorted(columns.items()))


def read_out_of(chart: Chart, place: Place) -> ReadOut:
    """What is told there."""
    return _of_point(chart, place) if chart.reading == "point" else _of_column(chart, place)


def card(read_out: ReadOut, at: tuple[float, float], room: Rect, theme: Theme, wide: Wide) -> Scene:
    """A card beside a pixel, at the side that has room; names left, values right."""
    names = max((wide(row.name) for row in read_out.rows), default=0.0)
    values = max((wide(row.value) for row in read_out.rows), default=0.0)
    pad, (x, y) = 2.0 * SPACE_PX, at
    w = max(wide(read_out.head) * 1.1, names + values + 3 * SPACE_PX * bool(values))
    w, h = min(w + 2 * pad, room.w), ROW_PX * (1 + len(read_out.rows)) + pad
    left = x + AWAY_PX if x + AWAY_PX + w <= room.right else max(room.x, x - AWAY_PX - w)
    top = min(max(room.y, y - h / 2), max(room.y, room.bottom - h))
    inner = Rect(left + pad, top + pad / 2, w - 2 * pad, ROW_PX)
    items: list[Item] = [Panel(Rect(left, top, w, h), theme.raised, theme.line, 5)]
    items.append(Label(inner, read_out.head, theme.text, bold=True))
    for number, row in enumerate(read_out.rows, 1):
        place = Rect(inner.x, inner.y + number * ROW_PX, inner.w, ROW_PX)
        items.append(Label(place, row.name, word_color(theme, row.token)))
        items.append(Label(place, row.value, theme.text, align="right"))
    return Scene(tuple(items), (), read_out.text)


def _of_column(chart: Chart, place: Place) -> ReadOut:
    spots = ((*spot, spot.series.label) for spot in place.spots)
    rows = [row for spot in spots for row in _rows(chart, *spot)]
    rows += [Row(gap.words, "", "muted") for gap in chart.gaps if gap.x == place.x]
    if chart.strip is not None:
        value = dict(chart.strip.bars).get(place.x)
        if value is not None:
            rows.append(Row(chart.strip.label, chart.strip.unit.text(value), chart.strip.token))
    return ReadOut(place, _head(chart, place.x), tuple(dict.fromkeys(rows)))


def _of_point(chart: Chart, place: Place) -> ReadOut:
    ((series, point),) = place.spots
    rows = [Row(chart.x.label, chart.x.unit.text(place.x), "muted")]
    rows += _rows(chart, series, point, chart.y.label)
    return ReadOut(place, series.label, tuple(rows))


def _head(chart: Chart, x: float) -> str:
    return tr("{name}: {value}").format(name=chart.x.label, value=chart.x.unit.text(x))


def _rows(chart: Chart, series: Series, point: Point, name: str) -> list[Row]:
    """The value with its spread, then what else is known of the point."""
    token = series.token
    value = f"{chart.y.unit.text(point.y)}{_spread(chart, point)}"
    rows = [Row(point.instead, "", token) if point.instead else Row(name, value, token)]
    if point.words:
        rows.append(Row(point.words, "", "muted"))
    if point.flaw:
        rows.append(Row(point.flaw, "", "hazard"))
    return rows


def _spread(chart: Chart, point: Point) -> str:
    if point.low is None or point.high is None or point.high <= point.low:
        return ""
    words = tr(" ({low} to {high})")
    return words.format(low=chart.y.unit.text(point.low), high=chart.y.unit.text(point.high))
