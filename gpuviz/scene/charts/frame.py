"""The room of a chart in pixels: title and names above, numbers beside and under the plot."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from gpuviz.scene.charts.chart import Axis, Chart, Series
from gpuviz.scene.charts.labels import rows_of, wrapped
from gpuviz.scene.charts.scales import Scale, ends_across, ends_up
from gpuviz.scene.sizes import BASE_PX, SMALL_PX, SPACE_PX
from gpuviz.scene.stage.scene import Measure, Rect
from gpuviz.scene.theme import Theme

TITLE_PX, LABEL_PX, TICKS_PX, NOTE_PX = 22.0, 15.0, 18.0, 16.0
KEY_PX = 16.0  # height of the name of a series
SAMPLE_PX = 26.0  # of its line, before the name
STRIP_PX, STRIP_GAP = 34.0, 6.0
GAP_PX = 3.0  # between the plot and its numbers
EDGE = 8.0  # nothing stands nearer to the left or the right edge
ROOMY_PX = 180  # of height: below, the y axis has no name
NAMED_PX = 130  # below, the x axis has none either
BESIDE_FROM_PX = 560  # of width: narrower charts have the names above the plot
MOST_BESIDE = 0.36  # of the width
TICK_ROOM_PX = 22  # from one number of the y axis to the next
APART_PX = 14.0  # between two numbers of the x axis
SMALLEST_PLOT = 24.0
BOLD = 1.16  # how much wider bold words are, at most
TITLE_LINE_PX = 2.0  # where a name beside the title begins


@dataclass(frozen=True, slots=True)
class Look:
    """The room that a chart is shown in, its colours, and how wide words are."""

    width: float
    height: float
    theme: Theme
    measure: Measure

    @property
    def inner(self) -> float:
        """Pixels across without the edges."""
        return self.width - 2 * EDGE

    def wide(self, text: str) -> float:
        """Pixels of a text in the usual size of a chart."""
        return self.measure(text, SMALL_PX)


@dataclass(frozen=True, slots=True)
class Keys:
    """The names of the series in rows above the plot, from `left` and `top` on; without rows each
    stands beside the plot. `height` is what they take from the plot.
    """

    rows: tuple[tuple[Series, ...], ...] = ()
    left: float = EDGE
    top: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the parts of a chart stand, and its numbers in pixels."""

    plot: Rect
    across: Scale
    up: Scale
    across_ticks: tuple[float, ...]
    up_ticks: tuple[float, ...]
    keys: Keys
    strip: Rect | None
    notes: tuple[str, ...]  # in lines
    label_top: float | None  # of the y axis
    is_named: bool  # the x axis


def frame_of(chart: Chart, look: Look) -> Frame:
    """Divide the room: from top to bottom, then from left to right."""
    keys = Keys() if _beside(chart, look) else keys_above(chart, look)
    notes = tuple(line for note in chart.notes for line in wrapped(note, look.inner, look.wide))
    top = TITLE_PX * bool(chart.title) + keys.height
    label_top = top if chart.y.label and look.height >= ROOMY_PX else None
    top += GAP_PX + (SPACE_PX if label_top is None else LABEL_PX)
    strip = STRIP_PX + STRIP_GAP if chart.strip else 0.0
    has_name = bool(chart.x.label) and look.height >= NAMED_PX
    below = TICKS_PX + LABEL_PX * has_name + NOTE_PX * len(notes) + strip
    height = max(SMALLEST_PLOT, look.height - top - below - GAP_PX)
    up = Scale(chart.y.scale, *ends_up(chart), start=top + height, end=top)
    up_ticks = up.ticks(max(2, int(height // TICK_ROOM_PX)))
    left = _left(chart, look, up_ticks)
    width = max(SMALLEST_PLOT, look.width - left - _right(chart, look, bool(keys.rows)))
    plot = Rect(left, top, width, height)
    across = Scale(chart.x.scale, *ends_across(chart), start=left, end=plot.right)
    place = Rect(left, plot.bottom + STRIP_GAP, width, STRIP_PX) if chart.strip else None
    ticks = ticks_across(chart.x, across, look)
    return Frame(plot, across, up, ticks, up_ticks, keys, place, notes, label_top, has_name)


def ticks_across(axis: Axis, scale: Scale, look: Look) -> tuple[float, ...]:
    """As many numbers as stand beside each other without touching."""
    for most in range(12, 2, -1):
        ticks = scale.ticks(most)
        places = [(scale.at(tick), look.wide(axis.unit.tick(tick))) for tick in ticks]
        if all(
            after - before >= (wide + next_wide) / 2 + APART_PX
            for (before, wide), (after, next_wide) in itertools.pairwise(places)
        ):
            return ticks
    return scale.ticks(2)[:1]


def keys_above(chart: Chart, look: Look) -> Keys:
    """At the right of the title where all have room there, else in rows below it."""
    named = tuple(series for series in chart.series if series.points)
    widths = [key_width(look, series) for series in named]
    title = look.measure(chart.title, BASE_PX - 1) * BOLD
    if named and chart.title and title + sum(widths) + 4 * SPACE_PX <= look.inner:
        return Keys((named,), look.width - EDGE - sum(widths) + 4 * SPACE_PX, TITLE_LINE_PX)
    rows = tuple(tuple(named[n] for n in row) for row in rows_of(widths, look.inner))
    return Keys(rows, EDGE, TITLE_PX * bool(chart.title), KEY_PX * len(rows))


def key_width(look: Look, series: Series) -> float:
    """Pixels of a name with the sample of its line, and the room to the next one."""
    return SAMPLE_PX + look.wide(series.label) + 4 * SPACE_PX


def _beside(chart: Chart, look: Look) -> bool:
    """Whether the names stand at the right: there each is at the end of its line, if it has one."""
    if not any(series.joined for series in chart.series):
        return False
    widths = [key_width(look, series) for series in chart.series if series.points]
    high = KEY_PX * len(widths) + TITLE_PX + TICKS_PX + 2 * LABEL_PX
    fits = max(widths, default=0.0) <= MOST_BESIDE * look.width and high <= look.height
    return look.width >= BESIDE_FROM_PX and fits


def _left(chart: Chart, look: Look, ticks: tuple[float, ...]) -> float:
    widest = max((look.wide(chart.y.unit.tick(tick)) for tick in ticks), default=0.0)
    strip = look.wide(chart.strip.label) if chart.strip else 0.0
    return max(widest, strip) + 2 * SPACE_PX + EDGE


def _right(chart: Chart, look: Look, above: bool) -> float:
    """At least half a number of the x axis: the last one stands under the edge of the plot."""
    ends = ends_across(chart)
    half = max(look.wide(chart.x.unit.tick(end)) for end in ends) / 2 + EDGE
    if above:
        return half
    widths = [key_width(look, series) for series in chart.series if series.points]
    return max(half, 2 * SPACE_PX + max(widths, default=0.0) - 4 * SPACE_PX + EDGE)
