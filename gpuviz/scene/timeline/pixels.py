"""The bars of a timeline as one image: however many blocks there are, it costs the same to paint.

A bar that is narrower than a pixel colours its share of it. Where the places of an SM have no room
for a line of their own, one line stands for all, the stronger the more of them are taken.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.timeline import Timeline
from gpuviz.scene.stage.colours import argb, mix
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.span import Span

PLACE_FROM = 2.5  # pixels from which a place has a line of its own
PARTED_FROM = 5.0  # pixels of a line from which one of them parts it from the next
GAP_FROM, WIDE_GAP_FROM = 4.0, 14.0  # pixels of a row from which one, or two, part it from the next
APART_FROM = 4.0  # pixels of a bar from which one of them parts it from the next
LEVELS = 24  # of how much of a pixel is covered
PARITIES = 5  # between blocks of one wave and those of the next
STRIPE = 3  # pixels of a stripe: modelled bars are hatched
PALE = 0.62  # of the colour, of every second wave
BETWEEN = 0.3  # of the colour, between two stripes
TAIL = 0.1  # of the colour of words, on places in the tail


@dataclass(frozen=True, slots=True)
class Lines:
    """Which lines are drawn: `places` a row, 1 where they are drawn together."""

    first: int  # row
    count: int  # rows
    places: int
    of_pixel: NDArray[np.intp]  # [plot height] line, -1 between them

    @property
    def total(self) -> int:
        """Lines of all rows."""
        return self.count * self.places


def lines_of(timeline: Timeline, span: Span) -> Lines:
    """The lines of the rows that are seen."""
    first, stop = span.shown
    places, height = places_of(timeline, span), int(span.plot.h)
    of_pixel = np.full(height, -1, np.intp)
    for row in range(first, stop):
        top = int(span.y(row) - span.plot.y)
        for place, (begin, end) in enumerate(line_edges(span, row, places)):
            line = (row - first) * places + place
            of_pixel[max(top + begin, 0) : max(min(top + end, height), 0)] = line
    return Lines(first, stop - first, places, of_pixel)


def places_of(timeline: Timeline, span: Span) -> int:
    """How many lines a row has: one for each place, or one for all."""
    inner = span.row_px - _gap(span)
    return timeline.places if inner / timeline.places >= PLACE_FROM else 1


def line_edges(span: Span, row: int, places: int) -> list[tuple[int, int]]:
    """First and last pixel but one of each line of a row, from the top of the row."""
    height = max(int(span.y(row + 1) - span.y(row)) - _gap(span), 1)
    parting = int(height / places >= PARTED_FROM)
    edges = [round(height * place / places) for place in range(places + 1)]
    ends = [end - parting for end in edges[1:-1]] + [height]
    return list(zip(edges, ends, strict=False))


def _gap(span: Span) -> int:
    """Pixels between two rows."""
    return int(span.row_px >= GAP_FROM) + int(span.row_px >= WIDE_GAP_FROM)


def bar_pixels(
    timeline: Timeline, span: Span, theme: Theme, tail_s: float | None
) -> NDArray[np.uint32]:
    """[plot height, plot width] an opaque pixel each."""
    lines, width = lines_of(timeline, span), int(span.plot.w)
    blocks = visible(timeline, span)
    bars = _bars(timeline, span, lines, blocks, width)
    together = timeline.places if lines.places == 1 else 1
    covered = bars.covered(lines.total, width) / together
    odd = blocks // timeline.capacity % 2 == 1
    paler = bars.only(odd).covered(lines.total, width) / together
    level = np.rint(np.clip(covered, 0, 1) * (LEVELS - 1)).astype(np.intp)
    share = np.divide(paler, covered, out=np.zeros_like(paler), where=covered > 0)
    parity = np.rint(np.clip(share, 0, 1) * (PARITIES - 1)).astype(np.intp)
    index = parity * LEVELS + level
    index[:, _tail_columns(span, width, tail_s)] += PARITIES * LEVELS
    picture = index.take(lines.of_pixel, axis=0, mode="wrap")
    if timeline.source == "modelled":
        picture += _stripes(*picture.shape)
    pixels: NDArray[np.uint32] = _palette(theme)[picture]
    pixels[lines.of_pixel < 0] = argb(theme.panel)
    return pixels


def visible(timeline: Timeline, span: Span) -> NDArray[np.intp]:
    """The blocks of which something is seen."""
    first, stop = span.shown
    inside = (timeline.row >= first) & (timeline.row < stop)
    inside &= (timeline.end_s >= span.begin) & (timeline.start_s <= span.end)
    return np.flatnonzero(inside)


@dataclass(frozen=True, slots=True)
class _Bars:
    """What is to be drawn: line, left and right in pixels of the plot, inside of it."""

    line: NDArray[np.intp]
    left: NDArray[np.float64]
    right: NDArray[np.float64]

    def only(self, chosen: NDArray[np.bool_]) -> _Bars:
        """Some of them."""
        return _Bars(self.line[chosen], self.left[chosen], self.right[chosen])

    def covered(self, lines: int, width: int) -> NDArray[np.float64]:
        """[lines, width] how much of each pixel they cover: a running sum over what begins, in
        part in its first pixel and in full after it, less what ends.
        """
        columns = width + 2
        first, last = self.left.astype(np.intp), self.right.astype(np.intp)
        into, out = self.left - first, self.right - last
        begin, end = self.line * columns + first, self.line * columns + last
        places = np.concatenate([begin, begin + 1, end, end + 1])
        changes = np.concatenate([1 - into, into, out - 1, -out])
        change = np.asarray(np.bincount(places, changes, lines * columns), np.float64)
        covered: NDArray[np.float64] = np.cumsum(change.reshape(-1, columns), axis=1)[:, :width]
        return covered


def _bars(
    timeline: Timeline, span: Span, lines: Lines, blocks: NDArray[np.intp], width: int
) -> _Bars:
    scale = width / (span.end - span.begin)
    left = (timeline.start_s[blocks] - span.begin) * scale
    right = (timeline.end_s[blocks] - span.begin) * scale
    right -= np.where(right - left >= APART_FROM, 1.0, 0.0)
    line = (timeline.row[blocks] - lines.first).astype(np.intp) * lines.places
    if lines.places > 1:
        line += timeline.place[blocks]
    return _Bars(line, np.clip(left, 0, width), np.clip(right, 0, width))


def _tail_columns(span: Span, width: int, tail_s: float | None) -> slice:
    if tail_s is None:
        return slice(0, 0)
    begin = round((tail_s - span.begin) * width / (span.end - span.begin))
    end = round((span.duration - span.begin) * width / (span.end - span.begin))
    return slice(max(begin, 0), max(end, 0))


@functools.lru_cache(4)
def _stripes(height: int, width: int) -> NDArray[np.intp]:
    """What a pixel between two stripes is further on in the palette, 0 on a stripe."""
    down, across = np.ogrid[:height, :width]
    return ((across + down) // STRIPE % 2).astype(np.intp) * (2 * PARITIES * LEVELS)


@functools.cache
def _palette(theme: Theme) -> NDArray[np.uint32]:
    """[between stripes, in the tail, parity, level] in one row."""
    tracks = theme.raised, mix(theme.text, theme.raised, TAIL)
    bar, pale = theme.finished, mix(theme.finished, theme.panel, PALE)
    return np.array(
        [
            argb(
                mix(mix(pale, bar, parity / (PARITIES - 1)), track, strength * level / (LEVELS - 1))
            )
            for strength in (1.0, BETWEEN)
            for track in tracks
            for parity in range(PARITIES)
            for level in range(LEVELS)
        ],
        np.uint32,
    )
