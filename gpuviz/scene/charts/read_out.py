"""What is said about a point of a chart, or about all points at one x."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gpuviz.scene.charts.chart import Chart, Point, Token
from gpuviz.scene.charts.colours import area_color, word_color
from gpuviz.scene.charts.frame import Look
from gpuviz.scene.charts.picture import Picture, Spot
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stage.plot_items import Markers, Trail
from gpuviz.scene.stage.scene import Item, Label, Panel, Rect, Scene
from gpuviz.texts import tr

ROW_PX = 16.0
AWAY_PX = 10.0  # from the point
RING = 5.0


@dataclass(frozen=True, slots=True)
class Row:
    """One value of a read-out, or a sentence without a value."""

    name: str
    value: str
    token: Token


class Place(NamedTuple):
    """A place that can be read: `x` in the unit of the axis, `at` in pixels."""

    x: float
    at: tuple[float, float]
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
        lines = (f"{row.name}: {row.value}" if row.value else row.name for row in self.rows)
        return "\n".join((self.head, *lines))


def places_of(chart: Chart, picture: Picture) -> tuple[Place, ...]:
    """All places that can be read, from left to right."""
    frame = picture.frame
    if frame is None:
        return ()
    if chart.reading == "point":
        spots = sorted(picture.spots, key=lambda spot: (spot.x, spot.y))
        return tuple(Place(spot.point.x, (spot.x, spot.y), (spot,)) for spot in spots)
    columns: dict[float, list[Spot]] = {
        gap.x: [] for gap in chart.gaps if frame.across.holds(gap.x)
    }
    for spot in picture.spots:
        columns.setdefault(spot.point.x, []).append(spot)
    return tuple(
        Place(x, (frame.across.at(x), min((spot.y for spot in spots), default=0.0)), tuple(spots))
        for x, spots in sorted(columns.items())
    )


def read_out_of(chart: Chart, place: Place) -> ReadOut:
    """What is told there."""
    return _of_point(chart, place) if chart.reading == "point" else _of_column(chart, place)


def nearest(places: tuple[Place, ...], chart: Chart, x: float, y: float) -> int | None:
    """The number of the place that is nearest to a pixel."""

    def far(number: int) -> float:
        left, top = places[number].at
        return abs(left - x) if chart.reading == "column" else math.hypot(left - x, top - y)

    return min(range(len(places)), key=far, default=None)


def read_out_scene(read_out: ReadOut, chart: Chart, picture: Picture, look: Look) -> Scene:
    """The place pointed out, and a card with its values beside it."""
    frame = picture.frame
    if frame is None:
        return Scene()
    items: list[Item] = []
    if chart.reading == "column":
        x = read_out.place.at[0]
        line = np.array([(x, frame.plot.y), (x, frame.plot.bottom)])
        items.append(Trail(line, look.theme.muted, 1.0))
    for spot in read_out.place.spots:
        color = area_color(look.theme, spot.series.token, spot.series.shade)
        items.append(Markers(np.array([spot[:2]]), color, "circle", RING, look.theme.panel))
        items.append(Markers(np.array([spot[:2]]), color, "circle", RING - 2.5))
    return Scene((*items, *_card(read_out, look)), (), read_out.text)


def _of_column(chart: Chart, place: Place) -> ReadOut:
    rows = [row for spot in place.spots for row in _rows(chart, spot, spot.series.label)]
    rows += [Row(gap.words, "", "muted") for gap in chart.gaps if gap.x == place.x]
    if chart.strip is not None:
        value = dict(chart.strip.bars).get(place.x)
        if value is not None:
            rows.append(Row(chart.strip.label, chart.strip.unit.text(value), chart.strip.token))
    return ReadOut(place, _head(chart, place.x), tuple(dict.fromkeys(rows)))


def _of_point(chart: Chart, place: Place) -> ReadOut:
    spot = place.spots[0]
    rows = [Row(chart.x.label, chart.x.unit.text(place.x), "muted")]
    rows += _rows(chart, spot, chart.y.label)
    return ReadOut(place, spot.series.label, tuple(rows))


def _head(chart: Chart, x: float) -> str:
    return tr("{name}: {value}").format(name=chart.x.label, value=chart.x.unit.text(x))


def _rows(chart: Chart, spot: Spot, name: str) -> list[Row]:
    """The value with its spread, then what else is known of the point."""
    point, token = spot.point, spot.series.token
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


def _card(read_out: ReadOut, look: Look) -> list[Item]:
    """Beside the point, at the side that has room; names left, values right."""
    names = max((look.wide(row.name) for row in read_out.rows), default=0.0)
    values = max((look.wide(row.value) for row in read_out.rows), default=0.0)
    pad = 2.0 * SPACE_PX
    wide = max(look.wide(read_out.head) * 1.1, names + values + 3 * SPACE_PX * bool(values))
    wide = min(wide + 2 * pad, look.width)
    high = ROW_PX * (1 + len(read_out.rows)) + pad
    x, y = read_out.place.at
    left = x + AWAY_PX if x + AWAY_PX + wide <= look.width else max(0.0, x - AWAY_PX - wide)
    top = min(max(0.0, y - high / 2), max(0.0, look.height - high))
    back = Panel(Rect(left, top, wide, high), look.theme.raised, look.theme.line, 5)
    inner, theme = Rect(left + pad, top + pad / 2, wide - 2 * pad, ROW_PX), look.theme
    items: list[Item] = [back, Label(inner, read_out.head, theme.text, bold=True)]
    for number, row in enumerate(read_out.rows, 1):
        place = Rect(inner.x, inner.y + number * ROW_PX, inner.w, ROW_PX)
        items.append(Label(place, row.name, word_color(theme, row.token)))
        items.append(Label(place, row.value, theme.text, align="right"))
    return items
