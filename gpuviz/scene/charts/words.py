"""Words inside of a plot: beside marks and points, along boundaries, never on each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.charts.chart import Boundary, Chart, Mark, Tag, Token
from gpuviz.scene.charts.colours import word_color
from gpuviz.scene.charts.labels import Wide, best_place
from gpuviz.scene.scene import Label, Rect
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme

WORDS_PX = 15.0  # height of a line of words
POINT_PX = 7.0  # from the middle of a point to its name
LEAST_LINES = 3  # of words that a plot with words in it has room for
ALONG = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)  # shares of a boundary at which its name may stand
KEPT_PLACES = 120  # along a line, where words would hide it


@dataclass(frozen=True, slots=True)
class Frame:
    """The pixels of a plot, those of values on its axes, and how wide words are."""

    plot: Rect
    across: Callable[[float], float]
    up: Callable[[float], float]
    wide: Wide

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of a point."""
        return self.across(x), self.up(y)


def words_inside(chart: Chart, frame: Frame, theme: Theme) -> list[Label]:
    """Marks first, then points, then boundaries; a name that has no place without lying on another
    is left to the read-out. A low plot has no words in it.
    """
    if frame.plot.h < LEAST_LINES * WORDS_PX:
        return []
    points = _kept_free(chart, frame)
    taken: list[Rect] = []
    labels: list[Label] = []
    for words, token, places in _wanted(chart, frame):
        place = best_place(places, frame.plot, taken, points)
        if place is not None:
            taken.append(place)
            labels.append(Label(place, words, word_color(theme, token), back=theme.panel))
    return labels


def _kept_free(chart: Chart, frame: Frame) -> NDArray[np.float64]:
    """[n, 2] where words would hide something: points, and places along all straight lines."""
    uprights = [frame.across(mark.x) for mark in chart.marks]
    ends = [((x, frame.plot.y), (x, frame.plot.bottom)) for x in uprights]
    ends += [(frame.at(*line.start), frame.at(*line.end)) for line in chart.boundaries]
    points = [frame.at(point.x, point.y) for point in chart.points]
    lines = [np.linspace(*pair, KEPT_PLACES) for pair in ends]
    return np.concatenate([np.array(points, np.float64).reshape(-1, 2), *lines])


def _wanted(chart: Chart, frame: Frame) -> Iterator[tuple[str, Token, Iterator[Rect]]]:
    for mark in chart.marks:
        yield mark.words, "text", _beside(mark, frame)
    for tag in chart.tags:
        yield tag.words, tag.token, _around(tag, frame)
    for line in chart.boundaries:
        yield line.name, line.token, _along(line, frame)


def _beside(mark: Mark, frame: Frame) -> Iterator[Rect]:
    """Right or left of the line, from the bottom up; across it where neither has room."""
    plot, wide = frame.plot, frame.wide(mark.words) + 2
    x = frame.across(mark.x)
    if not plot.x <= x <= plot.right:
        return
    for row in range(1, int(plot.h // WORDS_PX) + 1):
        top = plot.bottom - row * WORDS_PX - 2
        yield Rect(x + 1.5 * SPACE_PX, top, wide, WORDS_PX)
        yield Rect(x - 1.5 * SPACE_PX - wide, top, wide, WORDS_PX)
        yield Rect(min(max(x - wide / 2, plot.x), plot.right - wide), top, wide, WORDS_PX)


def _around(tag: Tag, frame: Frame) -> Iterator[Rect]:
    """Right of the point, left of it, above, below."""
    wide, (x, y) = frame.wide(tag.words) + 2, frame.at(tag.x, tag.y)
    if not frame.plot.contains(x, y):
        return
    level = y - WORDS_PX / 2
    yield Rect(x + POINT_PX, level, wide, WORDS_PX)
    yield Rect(x - POINT_PX - wide, level, wide, WORDS_PX)
    for left in (x - wide / 2, x, x - wide):
        yield Rect(left, y - POINT_PX - WORDS_PX, wide, WORDS_PX)
        yield Rect(left, y + POINT_PX, wide, WORDS_PX)


def _along(line: Boundary, frame: Frame) -> Iterator[Rect]:
    """Above the line or below it, at several places."""
    wide = frame.wide(line.name)
    (x0, y0), (x1, y1) = frame.at(*line.start), frame.at(*line.end)
    for share in ALONG:
        x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        level = abs(y1 - y0) < WORDS_PX
        yield Rect(x - wide / 2 if level else x - wide - SPACE_PX, y - WORDS_PX - 2, wide, WORDS_PX)
        yield Rect(x - wide / 2 if level else x + SPACE_PX, y + 2, wide, WORDS_PX)
