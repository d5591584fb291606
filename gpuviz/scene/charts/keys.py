"""The names of the series of a chart, each with a piece of its line."""

from __future__ import annotations

import numpy as np

from gpuviz.scene.charts.chart import Chart, Series
from gpuviz.scene.charts.colours import area_color, word_color
from gpuviz.scene.charts.frame import EDGE, KEY_PX, SAMPLE_PX, Frame, Keys, Look, key_width
from gpuviz.scene.charts.labels import spread_apart
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stage.plot_items import Markers, Trail
from gpuviz.scene.stage.scene import Item, Label, Rect

LINE_PX, RADIUS = 2.0, 3.0


def keys(chart: Chart, frame: Frame, look: Look) -> list[Item]:
    """The names of the series: in rows above the plot, or each where its line ends."""
    if frame.keys.rows:
        return _keys_above(frame.keys, look)
    named = [series for series in chart.series if series.points]
    ends = [frame.up.at(max(series.points, key=lambda point: point.x).y) for series in named]
    plot = frame.plot
    places = spread_apart(ends, KEY_PX, plot.y + KEY_PX / 2, plot.bottom - KEY_PX / 2)
    left = plot.right + 2 * SPACE_PX
    room = look.width - EDGE - left
    return [
        item
        for series, middle in zip(named, places, strict=True)
        for item in _key(series, Rect(left, middle - KEY_PX / 2, room, KEY_PX), look)
    ]


def _keys_above(keys: Keys, look: Look) -> list[Item]:
    items: list[Item] = []
    for number, row in enumerate(keys.rows):
        left, top = keys.left, keys.top + KEY_PX * number
        for series in row:
            wide = key_width(look, series)
            place = Rect(left, top, min(wide, look.width - EDGE - left), KEY_PX)
            items += _key(series, place, look)
            left += wide
    return items


def _key(series: Series, place: Rect, look: Look) -> list[Item]:
    """A piece of the line with its marker, and the name behind it."""
    color, middle = area_color(look.theme, series.token, series.shade), place.y + place.h / 2
    right = place.x + SAMPLE_PX - 6
    hollow = look.theme.panel if series.modelled else ""
    items: list[Item] = []
    if series.joined:
        line = np.array([(place.x, middle), (right, middle)])
        items.append(Trail(line, color, LINE_PX, "dashed" if series.modelled else "solid"))
    middle_point = np.array([((place.x + right) / 2, middle)])
    items.append(Markers(middle_point, color, series.shape, RADIUS, hollow))
    words = Rect(place.x + SAMPLE_PX, place.y, place.w - SAMPLE_PX, place.h)
    items.append(Label(words, series.label, word_color(look.theme, series.token)))
    return items
