"""Words inside of the plot: beside marks and points, along boundaries, never on each other."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.charts.chart import Boundary, Chart, Mark, Tag, Token
from gpuviz.scene.charts.colours import word_color
from gpuviz.scene.charts.frame import Frame, Look
from gpuviz.scene.charts.labels import best_place
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stage.scene import Item, Label, Rect

WORDS_PX = 15.0  # height of a line of words
POINT_PX = 7.0  # from the middle of a point to its name
LEAST_LINES = 3  # of words that a plot with words in it has room for
ALONG = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)  # shares of a boundary at which its name may stand


def words_inside(chart: Chart, frame: Frame, look: Look, points: NDArray[np.float64]) -> list[Item]:
    """Marks first, then points, then boundaries; a name that has no place without lying on another
    is left to the read-out.

    `points` [n, 2] are kept free as far as possible; a low plot has no words in it.
    """
    if frame.plot.h < LEAST_LINES * WORDS_PX:
        return []
    taken: list[Rect] = []
    items: list[Item] = []
    for words, token, places in _wanted(chart, frame, look):
        place = best_place(places, frame.plot, taken, points)
        if place is not None:
            taken.append(place)
            color = word_color(look.theme, token)
            items.append(Label(place, words, color, back=look.theme.panel))
    return items


def _wanted(chart: Chart, frame: Frame, look: Look) -> Iterator[tuple[str, Token, Iterator[Rect]]]:
    for mark in chart.marks:
        if frame.across.holds(mark.x):
            yield mark.words, "text", _beside(mark, frame, look)
    for tag in chart.tags:
        yield tag.words, tag.token, _around(tag, frame, look)
    for line in chart.boundaries:
        yield line.name, line.token, _along(line, frame, look)


def _beside(mark: Mark, frame: Frame, look: Look) -> Iterator[Rect]:
    """Right or left of the line, from the bottom up; across it where neither has room."""
    wide, x = look.wide(mark.words) + 2, frame.across.at(mark.x)
    rows = int(frame.plot.h // WORDS_PX)
    for row in range(1, rows + 1):
        top = frame.plot.bottom - row * WORDS_PX - 2
        yield Rect(x + 1.5 * SPACE_PX, top, wide, WORDS_PX)
        yield Rect(x - 1.5 * SPACE_PX - wide, top, wide, WORDS_PX)
        left = min(max(x - wide / 2, frame.plot.x), frame.plot.right - wide)
        yield Rect(left, top, wide, WORDS_PX)


def _around(tag: Tag, frame: Frame, look: Look) -> Iterator[Rect]:
    """Right of the point, left of it, above, below."""
    wide, x, y = look.wide(tag.words) + 2, frame.across.at(tag.x), frame.up.at(tag.y)
    level = y - WORDS_PX / 2
    yield Rect(x + POINT_PX, level, wide, WORDS_PX)
    yield Rect(x - POINT_PX - wide, level, wide, WORDS_PX)
    for left in (x - wide / 2, x, x - wide):
        yield Rect(left, y - POINT_PX - WORDS_PX, wide, WORDS_PX)
        yield Rect(left, y + POINT_PX, wide, WORDS_PX)


def _along(line: Boundary, frame: Frame, look: Look) -> Iterator[Rect]:
    """Above the line or below it, at several places."""
    wide = look.wide(line.name) + 2
    (x0, y0), (x1, y1) = ((frame.across.at(x), frame.up.at(y)) for x, y in (line.start, line.end))
    for share in ALONG:
        x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        level = abs(y1 - y0) < WORDS_PX
        yield Rect(x - wide / 2 if level else x - wide - SPACE_PX, y - WORDS_PX - 2, wide, WORDS_PX)
        yield Rect(x - wide / 2 if level else x + SPACE_PX, y + 2, wide, WORDS_PX)
