"""The lines and numbers of a chart's axes, and the strip of bars under the plot."""

from __future__ import annotations

import numpy as np

from gpuviz.scene.charts.chart import Chart, Strip
from gpuviz.scene.charts.colours import area_color
from gpuviz.scene.charts.frame import EDGE, GAP_PX, LABEL_PX, TICKS_PX, Frame, Look
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stage.plot_items import Bars
from gpuviz.scene.stage.scene import Edges, Item, Label, Rect

NUMBER_PX = 14.0  # height of a number
WIDEST_BAR = 26.0
LEAST_BAR = 1.5


def axes(chart: Chart, frame: Frame, look: Look) -> list[Item]:
    """Everything around the plot but names and notes."""
    items = [*_grid(frame, look), *_numbers_up(chart, frame, look)]
    items += _numbers_across(chart, frame, look)
    if chart.strip is not None and frame.strip is not None:
        items += _strip(chart.strip, frame, frame.strip, look)
    return items


def _grid(frame: Frame, look: Look) -> list[Item]:
    plot = frame.plot
    rows = [(plot.x, y, plot.right, y) for y in map(frame.up.at, frame.up_ticks)]
    columns = [(x, plot.y, x, plot.bottom) for x in map(frame.across.at, frame.across_ticks)]
    lines = np.floor(np.array(rows + columns, np.float64).reshape(-1, 4)) + 0.5
    return [Edges(lines, look.theme.line)]


def _numbers_up(chart: Chart, frame: Frame, look: Look) -> list[Item]:
    """Right-aligned beside the plot, the axis' name above them."""
    room, muted = frame.plot.x - 2 * SPACE_PX, look.theme.muted
    items: list[Item] = [
        Label(
            Rect(0, frame.up.at(tick) - NUMBER_PX / 2, room, NUMBER_PX),
            chart.y.unit.tick(tick),
            muted,
            align="right",
        )
        for tick in frame.up_ticks
    ]
    if frame.label_top is not None:
        place = Rect(EDGE, frame.label_top, look.inner, LABEL_PX - 2)
        items.append(Label(place, chart.y.label, muted))
    return items


def _numbers_across(chart: Chart, frame: Frame, look: Look) -> list[Item]:
    """Under the plot and its strip, the axis' name under them."""
    top = (frame.strip or frame.plot).bottom + GAP_PX
    items: list[Item] = []
    for tick in frame.across_ticks:
        text = chart.x.unit.tick(tick)
        wide = look.wide(text) + 1
        left = min(max(frame.across.at(tick) - wide / 2, 0.0), look.width - wide)
        items.append(Label(Rect(left, top, wide, NUMBER_PX), text, look.theme.muted))
    if frame.is_named:
        wide = look.wide(chart.x.label) + 1
        left = max(0.0, frame.plot.x + (frame.plot.w - wide) / 2)
        place = Rect(left, top + TICKS_PX - GAP_PX, min(wide, look.width - left), LABEL_PX - 1)
        items.append(Label(place, chart.x.label, look.theme.muted))
    return items


def _strip(strip: Strip, frame: Frame, place: Rect, look: Look) -> list[Item]:
    """Bars from the bottom of the strip, as high as their share of its top."""
    room = place.w / max(1, len(strip.bars))
    wide = min(WIDEST_BAR, room * 0.6)
    rects = [
        (frame.across.at(x) - wide / 2, place.bottom - high, wide, high)
        for x, value in strip.bars
        for high in (max(LEAST_BAR, place.h * value / strip.top),)
    ]
    floor = np.floor(np.array([(place.x, place.bottom, place.right, place.bottom)])) + 0.5
    name = Rect(0, place.y + (place.h - NUMBER_PX) / 2, place.x - 2 * SPACE_PX, NUMBER_PX)
    return [
        Edges(floor, look.theme.line),
        Bars(np.array(rects).reshape(-1, 4), area_color(look.theme, strip.token)),
        Label(name, strip.label, look.theme.muted, align="right"),
        *_values(strip, frame, place, look, room),
    ]


def _values(strip: Strip, frame: Frame, place: Rect, look: Look, room: float) -> list[Item]:
    """The value beside each bar, where all have room."""
    texts = [strip.unit.text(value) for _, value in strip.bars]
    wide = [look.wide(text) + 1 for text in texts]
    bar = min(WIDEST_BAR, room * 0.6)
    if not texts or max(wide) + bar + 2 * SPACE_PX > room:
        return []
    top = place.bottom - NUMBER_PX
    return [
        Label(Rect(frame.across.at(x) + bar / 2 + SPACE_PX, top, w, NUMBER_PX), text,
              look.theme.muted)
        for (x, _), text, w in zip(strip.bars, texts, wide, strict=True)
        if frame.across.at(x) + bar / 2 + SPACE_PX + w <= look.width
    ]  # fmt: skip
