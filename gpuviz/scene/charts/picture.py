"""A chart as a scene: what is drawn where, and which point stands at which pixel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.charts.axes import axes
from gpuviz.scene.charts.chart import Boundary, Chart, Point, Series
from gpuviz.scene.charts.colours import area_color
from gpuviz.scene.charts.frame import EDGE, NOTE_PX, TITLE_PX, Frame, Look, frame_of
from gpuviz.scene.charts.keys import LINE_PX, RADIUS, keys
from gpuviz.scene.charts.labels import wrapped
from gpuviz.scene.charts.words import words_inside
from gpuviz.scene.sizes import BASE_PX
from gpuviz.scene.stage.plot_items import Markers, Stroke, Trail
from gpuviz.scene.stage.scene import Edges, Group, Item, Label, Panel, Rect, Scene

MOST_MARKED = 64  # points of a series: more are a line without markers
CAP_PX = 3.0  # half of the end of a spread
CROSS = 4.0
KEPT_PLACES = 120  # along a line
GAP_UP = 9.0  # above the x axis


class Spot(NamedTuple):
    """Where a point stands."""

    x: float
    y: float
    series: Series
    point: Point


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene, the frame it stands in, and the points in it; without a frame there is a hint."""

    scene: Scene
    frame: Frame | None = None
    spots: tuple[Spot, ...] = ()


def chart_picture(chart: Chart, look: Look) -> Picture:
    """The whole chart for a room."""
    back = Panel(Rect(0, 0, look.width, look.height), look.theme.panel, radius=0)
    if chart.is_empty and chart.hint:
        return Picture(Scene((back, *_title(chart, look), *_hint(chart, look)), (), chart.hint))
    frame = frame_of(chart, look)
    spots = spots_of(chart, frame)
    inside = (*_boundaries(chart, frame, look), *_lines(chart, frame, look))
    items = (
        *(back, *_title(chart, look), *axes(chart, frame, look)),
        Group(frame.plot, inside),
        *_marks(chart, frame, look),
        *_points(chart, frame, look),
        *words_inside(chart, frame, look, _kept_free(chart, frame, spots)),
        *keys(chart, frame, look),
        *_notes(frame, look),
    )
    return Picture(Scene(items, (), sentence_of(chart)), frame, spots)


def spots_of(chart: Chart, frame: Frame) -> tuple[Spot, ...]:
    """All points that are inside the plot."""
    return tuple(
        Spot(frame.across.at(point.x), frame.up.at(point.y), series, point)
        for series in chart.series
        for point in series.points
        if frame.across.holds(point.x) and frame.up.holds(point.y)
    )


def sentence_of(chart: Chart) -> str:
    """The chart in words, for a screen reader."""
    ends = (
        f"{series.label}: {chart.y.unit.text(series.points[0].y)} – "
        f"{chart.y.unit.text(series.points[-1].y)}"
        for series in chart.series
        if series.points
    )
    marks = (mark.words for mark in chart.marks)
    hint = (chart.hint,) if chart.is_empty else ()
    return ". ".join(filter(None, (chart.title, *ends, *marks, *chart.notes, *hint)))


def _title(chart: Chart, look: Look) -> list[Item]:
    place = Rect(EDGE, 0, look.inner, TITLE_PX - 2)
    return [Label(place, chart.title, look.theme.text, BASE_PX - 1, bold=True)]


def _hint(chart: Chart, look: Look) -> list[Item]:
    lines = wrapped(chart.hint, min(look.width, 420.0), look.wide)
    top = TITLE_PX + (look.height - TITLE_PX - NOTE_PX * len(lines)) / 2
    return [
        Label(Rect(0, top + NOTE_PX * n, look.width, NOTE_PX), line, look.theme.muted,
              align="center")
        for n, line in enumerate(lines)
    ]  # fmt: skip


def _pixels(points: tuple[Point, ...], frame: Frame) -> NDArray[np.float64]:
    places = [(frame.across.at(point.x), frame.up.at(point.y)) for point in points]
    return np.array(places, np.float64).reshape(-1, 2)


def _boundaries(chart: Chart, frame: Frame, look: Look) -> list[Item]:
    items: list[Item] = []
    for line in chart.boundaries:
        ends = np.array(_ends(line, frame))
        items.append(Trail(ends, area_color(look.theme, line.token), 1.5, "dashed"))
    return items


def _lines(chart: Chart, frame: Frame, look: Look) -> list[Item]:
    items: list[Item] = []
    for series in chart.series:
        if series.joined and len(series.points) > 1:
            stroke: Stroke = "dashed" if series.modelled else "solid"
            color = area_color(look.theme, series.token, series.shade)
            items.append(Trail(_pixels(series.points, frame), color, LINE_PX, stroke))
    return items


def _marks(chart: Chart, frame: Frame, look: Look) -> list[Item]:
    """Upright dotted lines."""
    top, bottom = frame.plot.y, frame.plot.bottom
    places = [frame.across.at(mark.x) for mark in chart.marks if frame.across.holds(mark.x)]
    return [Trail(np.array([(x, top), (x, bottom)]), look.theme.text, 1.2, "dotted")
            for x in places]  # fmt: skip


def _kept_free(chart: Chart, frame: Frame, spots: tuple[Spot, ...]) -> NDArray[np.float64]:
    """[n, 2] where words would hide something: points, and places along all straight lines."""
    plot = frame.plot
    marks = [frame.across.at(mark.x) for mark in chart.marks]
    ends = [((x, plot.y), (x, plot.bottom)) for x in marks]
    ends += [_ends(line, frame) for line in chart.boundaries]
    points = np.array([spot[:2] for spot in spots], np.float64).reshape(-1, 2)
    return np.concatenate([points, *(np.linspace(*pair, KEPT_PLACES) for pair in ends)])


def _ends(line: Boundary, frame: Frame) -> tuple[tuple[float, float], tuple[float, float]]:
    """Both ends in pixels."""
    (x0, y0), (x1, y1) = line.start, line.end
    return (frame.across.at(x0), frame.up.at(y0)), (frame.across.at(x1), frame.up.at(y1))


def _points(chart: Chart, frame: Frame, look: Look) -> list[Item]:
    """Spreads, markers, crosses on what is wrong and where there is nothing."""
    items: list[Item] = []
    for series in chart.series:
        color = area_color(look.theme, series.token, series.shade)
        spreads = _spreads(series, frame)
        if len(spreads):
            items.append(Edges(spreads, color, 1.2))
        if len(series.points) <= MOST_MARKED:
            hollow = look.theme.panel if series.modelled else ""
            places = _pixels(series.points, frame)
            items.append(Markers(places, color, series.shape, RADIUS, hollow))
        wrong = tuple(point for point in series.points if point.flaw)
        if wrong:
            items.append(Markers(_pixels(wrong, frame), look.theme.hazard, "cross", CROSS + 1))
    gaps = [(frame.across.at(gap.x), frame.plot.bottom - GAP_UP) for gap in chart.gaps]
    if gaps:
        items.append(Markers(np.array(gaps), look.theme.muted, "cross", CROSS))
    return items


def _spreads(series: Series, frame: Frame) -> NDArray[np.float64]:
    """An upright line with a cap at each end that is known."""
    lines: list[tuple[float, float, float, float]] = []
    for point in series.points:
        ends = [frame.up.at(end) for end in (point.low, point.high) if end is not None]
        if ends:
            x, middle = frame.across.at(point.x), frame.up.at(point.y)
            lines.append((x, max(middle, *ends), x, min(middle, *ends)))
            lines += [(x - CAP_PX, y, x + CAP_PX, y) for y in ends]
    return np.array(lines, np.float64).reshape(-1, 4)


def _notes(frame: Frame, look: Look) -> list[Item]:
    top = look.height - NOTE_PX * len(frame.notes)
    return [
        Label(Rect(EDGE, top + NOTE_PX * n, look.inner, NOTE_PX), line, look.theme.muted)
        for n, line in enumerate(frame.notes)
    ]
