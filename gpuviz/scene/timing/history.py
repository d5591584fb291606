"""The runs of a session as a scene: a group of upright bars for each, the newest at the right."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpuviz.scene.charts.colours import area_color
from gpuviz.scene.charts.frame import EDGE, TITLE_PX, Look
from gpuviz.scene.numbers import power_of_ten
from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.scene.stage.plot_items import Bars, Markers
from gpuviz.scene.stage.scene import Edges, Item, Label, Panel, Rect, Scene
from gpuviz.scene.timing.bars import Bar, RunTimes, decades, main_bars
from gpuviz.texts import titled, tr

AXIS_PX, TOP_PX, BOTTOM_PX = 60.0, 32.0, 38.0
BAR_PX, GAP_PX = 10.0, 34.0
GROUP_PX = 5 * BAR_PX
SHORTEST_PX = 5.0  # of a bar
TICK_ROOM_PX = 22.0
CAP_PX = 2.0
WORDS_PX = 16.0  # height of a line
SAMPLE_PX = 10.0


@dataclass(frozen=True, slots=True)
class HistoryPicture:
    """A scene, and where the groups of runs stand: (number in the given runs, place)."""

    scene: Scene
    groups: tuple[tuple[int, Rect], ...] = ()

    def run_at(self, x: float) -> int | None:
        """The number of the run whose group stands at this x."""
        return next((run for run, place in self.groups if place.x <= x < place.right), None)


def history_picture(
    runs: tuple[RunTimes, ...], look: Look, chosen: int | None = None
) -> HistoryPicture:
    """As many of the latest runs as have room, on one logarithmic scale."""
    back = Panel(Rect(0, 0, look.width, look.height), look.theme.panel, radius=0)
    legend, room = _legend(runs, look)
    low, high = decades(runs)
    axis = _Axis(low, high, TOP_PX, look.height - BOTTOM_PX)
    groups = _groups(runs, look)
    items: list[Item] = [back, *_title(look, room), *legend]
    items += [_chosen_back(place, look) for run, place in groups if run == chosen]
    items += _scale(axis, look)
    for run, place in groups:
        items += _group(runs[run], place, axis, look)
        items += _group_words(runs[run], place, run in (chosen, len(runs) - 1), look)
    words = tr("Times of {n} runs").format(n=len(runs))
    return HistoryPicture(Scene(tuple(items), (), words), groups)


@dataclass(frozen=True, slots=True)
class _Axis:
    """Powers of ten from `low` to `high` stand from pixel `bottom` up to `top`."""

    low: int
    high: int
    top: float
    bottom: float

    def y(self, power: float) -> float:
        """The pixel of a power of ten."""
        share = (self.high - power) / (self.high - self.low)
        return self.top + (self.bottom - self.top) * share

    def of(self, value: float) -> float:
        """The pixel of a time."""
        return self.y(math.log10(value)) if value > 0 else self.bottom

    def inside(self, value: float) -> float:
        """The same, at an end of the axis for a time beyond it."""
        return min(max(self.of(value), self.top), self.bottom)


def _groups(runs: tuple[RunTimes, ...], look: Look) -> tuple[tuple[int, Rect], ...]:
    """As wide as the names need while all have room, and the latest of them where they have not."""
    least, room, count = GROUP_PX + GAP_PX, look.width - EDGE - AXIS_PX, len(runs)
    widest = max((look.wide(words) for run in runs for words in _names(run)), default=0.0)
    step = max(least, min(widest + 2 * SPACE_PX, room / max(count, 1)))
    first = max(0, count - max(1, int(room // step)))
    return tuple(
        (run, Rect(AXIS_PX + (run - first) * step, TITLE_PX, step, look.height - TITLE_PX))
        for run in range(first, count)
    )


def _chosen_back(place: Rect, look: Look) -> Item:
    return Panel(Rect(place.x + 2, place.y, place.w - 4, place.h), look.theme.raised, radius=4)


def _scale(axis: _Axis, look: Look) -> list[Item]:
    every = max(
        1, math.ceil((axis.high - axis.low) * TICK_ROOM_PX / max(1.0, axis.bottom - TOP_PX))
    )
    powers = range(axis.low, axis.high + 1, every)
    lines = [(AXIS_PX, math.floor(axis.y(power)) + 0.5, look.width - EDGE) for power in powers]
    numbers = [
        Label(
            Rect(0, axis.y(power) - 9, AXIS_PX - 2 * SPACE_PX, 18),
            power_of_ten(power),
            look.theme.muted,
            align="right",
        )
        for power in powers
    ]
    edges = np.array([(left, y, right, y) for left, y, right in lines])
    return [Edges(edges, look.theme.line), *numbers]


def _group(run: RunTimes, place: Rect, axis: _Axis, look: Look) -> list[Item]:
    left = place.x + (place.w - GROUP_PX) / 2
    items: list[Item] = []
    for number, bar in enumerate(main_bars(run)):
        if bar.seconds:
            items += _bar(bar, left + number * BAR_PX, axis, look)
    if run.cpu is None and run.expects_cpu:  # dots where the bars of the CPU will be
        dots = [(left + n * BAR_PX + BAR_PX / 2 - 1, axis.bottom - 4) for n in range(3)]
        items.append(Markers(np.array(dots), look.theme.faint, radius=1.0))
    return items


def _bar(bar: Bar, left: float, axis: _Axis, look: Look) -> list[Item]:
    value = bar.seconds or 0.0
    high = max(SHORTEST_PX, axis.bottom - axis.of(value))
    color = area_color(look.theme, bar.token, bar.shade)
    wide = BAR_PX - 2
    items: list[Item] = [
        Bars(np.array([(left, axis.bottom - high, wide, high)]), color, bar.modelled)
    ]
    if bar.spread_s:
        middle = left + wide / 2
        ends = [axis.inside(value + side * bar.spread_s / 2) for side in (-1, 1)]
        lines = [(middle, ends[0], middle, ends[1])]
        lines += [(middle - CAP_PX, y, middle + CAP_PX, y) for y in ends]
        items.append(Edges(np.array(lines), look.theme.text))
    return items


def _group_words(run: RunTimes, place: Rect, bright: bool, look: Look) -> list[Item]:
    color = look.theme.text if bright else look.theme.muted
    top = look.height - BOTTOM_PX + 3
    return [
        Label(
            Rect(place.x + 1, top + WORDS_PX * line, place.w - 3, WORDS_PX),
            words,
            color,
            align="center",
        )
        for line, words in enumerate(_names(run))
    ]


def _names(run: RunTimes) -> tuple[str, str]:
    """What stands under its bars, in two lines."""
    return titled(run.title), run.size_text or tr("recording")


def _title(look: Look, room: float) -> list[Item]:
    """As many words as the legend leaves room for."""
    fits = (
        words
        for words in (tr("Runs of this session"), tr("Runs"))
        if look.measure(words, BASE_PX) + 4 * SPACE_PX + EDGE <= room
    )
    words = next(fits, "")
    place = Rect(EDGE, 0, room - EDGE, TITLE_PX - 2)
    return [Label(place, words, look.theme.text, BASE_PX - 1, bold=True)] if words else []


def _legend(runs: tuple[RunTimes, ...], look: Look) -> tuple[list[Item], float]:
    """Right-aligned; with it, where it begins."""
    right = look.width - EDGE
    items: list[Item] = []
    for bar in reversed(max((main_bars(run) for run in runs), key=len, default=())):
        wide = look.wide(bar.short) + 1
        right -= wide
        items.append(Label(Rect(right, 0, wide, 20), bar.short, look.theme.muted))
        right -= SAMPLE_PX + SPACE_PX
        color = area_color(look.theme, bar.token, bar.shade)
        items.append(Bars(np.array([(right, 5, SAMPLE_PX, SAMPLE_PX)]), color, bar.modelled))
        right -= 3 * SPACE_PX
    return items, right
