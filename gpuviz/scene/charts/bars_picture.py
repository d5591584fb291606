"""A chart of bars as a scene: labels at the left, bars on one scale, words behind each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuviz.scene.charts.bars import BarChart, BarRow, BarScale
from gpuviz.scene.charts.bars_words import (
    SIGN,
    WORDS_PX,
    Line,
    hint_items,
    line_items,
    lines_below,
    words_behind,
)
from gpuviz.scene.charts.colours import area_color
from gpuviz.scene.charts.frame import EDGE, NOTE_PX, TITLE_PX, Look
from gpuviz.scene.sizes import BASE_PX, SMALL_PX, SPACE_PX
from gpuviz.scene.stage.plot_items import Bars
from gpuviz.scene.stage.scene import Edges, Item, Label, Panel, Rect, Scene

TICKS_PX, TICK_WORDS_PX = 16.0, 52.0  # height of the names of ticks, and room between two
HIGHEST_ROW, LEAST_ROW = 34.0, 14.0
THICKEST, THIN = 22.0, 9.0
SHORTEST_PX = 10.0  # of a bar: less does not show whether it is solid or hatched
CAP_PX = 3.0  # half of the end of a spread
PART_PX = 13.0  # height of the name of a part


@dataclass(frozen=True, slots=True)
class BarsPicture:
    """A scene, and where each row of the chart stands; one left out has no place."""

    scene: Scene
    places: tuple[Rect | None, ...] = ()

    def row_at(self, y: float) -> int | None:
        """The row at a height."""
        for number, place in enumerate(self.places):
            if place is not None and place.y <= y < place.bottom:
                return number
        return None


@dataclass(frozen=True, slots=True)
class _Room:
    """Where rows stand, in pixels: the first one's top, their height, where bars begin, how long
    one may be.
    """

    top: float
    row: float
    left: float
    long: float


def bars_picture(
    chart: BarChart, look: Look, chosen: int | None = None, aside_px: float = 0
) -> BarsPicture:
    """The whole chart for a room; the title leaves `aside_px` free at its right."""
    title = Rect(EDGE, 0, look.width - 2 * EDGE - aside_px, TITLE_PX - 2)
    items: list[Item] = [
        Panel(Rect(0, 0, look.width, look.height), look.theme.panel, radius=0),
        Label(title, chart.full_title, look.theme.text, BASE_PX - 1, bold=True),
    ]
    if not chart.rows:
        return BarsPicture(Scene((*items, *hint_items(chart, look)), (), chart.sentence))
    notes = _notes(chart, look)
    shown = _fitting(chart, look, len(notes))
    room = _room(chart, shown, look, len(notes))
    places = _places(chart, shown, room, look)
    for number, place in enumerate(places):
        if place is not None:
            items += _back(chart.rows[number], number == chosen, place, look)
    items += _ticks(chart, room, len(shown), look)
    for number, place in enumerate(places):
        if place is not None:
            items += _row(chart, chart.rows[number], place, room, look)
    items += line_items(notes, look.height - NOTE_PX * len(notes), look)
    return BarsPicture(Scene(tuple(items), (), chart.sentence), places)


def _notes(chart: BarChart, look: Look) -> Sequence[Line]:
    """The lines below the bars; where the room is low they give way to the rows, from the last."""
    notes = list(lines_below(chart, look))
    needed = LEAST_ROW * sum(not row.thin for row in chart.rows)
    while notes and _free(chart, look, len(notes)) < needed:
        notes.pop()
    return notes


def _free(chart: BarChart, look: Look, notes: int) -> float:
    """Height for all rows."""
    ticks = TICKS_PX if chart.scale is not None and chart.scale.is_logarithmic else 0.0
    return look.height - TITLE_PX - SPACE_PX - ticks - NOTE_PX * notes


def _fitting(chart: BarChart, look: Look, notes: int) -> tuple[int, ...]:
    """The rows that have room; the thin ones go first, from the last on."""
    most = max(1, int(_free(chart, look, notes) // LEAST_ROW))
    rows = list(range(len(chart.rows)))
    for number in reversed(rows[:]):
        if len(rows) > most and chart.rows[number].thin:
            rows.remove(number)
    return tuple(rows)


def _room(chart: BarChart, shown: tuple[int, ...], look: Look, notes: int) -> _Room:
    height = min(HIGHEST_ROW, _free(chart, look, notes) / max(len(shown), 5))
    widest = max(look.measure(chart.rows[number].label, WORDS_PX) for number in shown)
    left = min(widest + 1, 0.4 * look.width) + 4 * SPACE_PX
    return _Room(TITLE_PX + SPACE_PX, height, left, _longest(chart, shown, look, left))


def _longest(chart: BarChart, shown: tuple[int, ...], look: Look, left: float) -> float:
    """How long the axis may be, so that every bar has its words behind it."""
    scale, room = chart.scale, look.width - EDGE - left
    if scale is None:
        return room
    lengths = [room - TICK_WORDS_PX / 2 if scale.is_logarithmic else room]
    for row in (chart.rows[number] for number in shown):
        if row.value:
            words = look.measure(row.words, WORDS_PX) + 3 * SPACE_PX
            words += look.measure(SIGN, WORDS_PX) + 2 * SPACE_PX if row.warning else 0.0
            lengths.append((room - words) / max(scale.share(_end(row)), 0.01))
    return max(40.0, min(lengths))


def _end(row: BarRow) -> float:
    """The value up to which a bar and its spread reach."""
    return (row.value or 0.0) + (row.spread or 0.0) / 2


def _places(
    chart: BarChart, shown: tuple[int, ...], room: _Room, look: Look
) -> tuple[Rect | None, ...]:
    tops = {number: room.top + room.row * place for place, number in enumerate(shown)}
    return tuple(
        Rect(0, tops[number], look.width, room.row) if number in tops else None
        for number in range(len(chart.rows))
    )


def _back(row: BarRow, chosen: bool, place: Rect, look: Look) -> list[Item]:
    """What tells a chosen row and a marked one from the others."""
    items: list[Item] = []
    if chosen:
        items.append(Panel(place, look.theme.raised, radius=3))
    if row.marked:
        items.append(Panel(Rect(place.x, place.y + 2, 3, place.h - 4), look.theme.accent, radius=1))
    return items


def _ticks(chart: BarChart, room: _Room, rows: int, look: Look) -> list[Item]:
    """A line for each power of ten, named under the rows as far as there is room."""
    scale = chart.scale
    if scale is None or not scale.is_logarithmic:
        return []
    bottom = room.top + room.row * rows
    every = math.ceil(len(scale.powers) * TICK_WORDS_PX / room.long)
    places = [(power, _x(scale, room, power)) for power in scale.powers]
    lines = np.array([(x, room.top, x, bottom) for _, x in places])
    names = [
        Label(
            Rect(x - TICK_WORDS_PX / 2, bottom, TICK_WORDS_PX, TICKS_PX),
            chart.unit.tick(power),
            look.theme.muted,
            align="center",
        )
        for power, x in places[::every]
    ]
    return [Edges(np.floor(lines) + 0.5, look.theme.line), *names]


def _x(scale: BarScale, room: _Room, value: float) -> float:
    return room.left + room.long * scale.share(value)


def _row(chart: BarChart, row: BarRow, place: Rect, room: _Room, look: Look) -> list[Item]:
    label = Rect(2 * SPACE_PX, place.y, room.left - 4 * SPACE_PX, place.h)
    color = look.theme.text if row.marked else look.theme.muted
    items: list[Item] = [Label(label, row.label, color, WORDS_PX, bold=row.marked, align="right")]
    end = room.left
    if row.parts and chart.scale is not None:
        bar = _bar(chart.scale, row, place, room)
        items += _parts(chart.scale, row, bar, room, look)
        items += _spread(chart.scale, row, bar, room, look)
        end = max(bar.right, _x(chart.scale, room, _end(row)) + CAP_PX) + 2 * SPACE_PX
    return [*items, *words_behind(chart, row, place, end, look)]


def _bar(scale: BarScale, row: BarRow, place: Rect, room: _Room) -> Rect:
    wide = max(SHORTEST_PX, room.long * scale.share(row.value or 0.0))
    thick = min(THIN if row.thin else THICKEST, place.h - (6 if place.h > 18 else 3))
    return Rect(room.left, place.y + (place.h - thick) / 2, wide, thick)


def _parts(scale: BarScale, row: BarRow, bar: Rect, room: _Room, look: Look) -> list[Item]:
    """The parts one behind the other: each ends where the axis has the sum so far."""
    items: list[Item] = []
    begin, total = bar.x, 0.0
    for number, part in enumerate(row.parts):
        total += part.value
        last = number == len(row.parts) - 1
        end = bar.right if last else min(bar.right, _x(scale, room, total))
        color = area_color(look.theme, part.token, part.shade)
        place = Rect(begin, bar.y, end - begin, bar.h)
        if place.w > 0:
            items.append(Bars(np.array([place]), color, row.modelled))
            items += _part_name(part.name, place, look)
        begin = max(begin, end)
    return items


def _part_name(name: str, place: Rect, look: Look) -> list[Item]:
    """In the middle of a part, where there is room for it."""
    wide = look.measure(name, SMALL_PX) if name else 0.0
    if not name or place.h < PART_PX or place.w < wide + 3 * SPACE_PX:
        return []
    middle = Rect(
        place.x + (place.w - wide) / 2, place.y + (place.h - PART_PX) / 2, wide + 1, PART_PX
    )
    return [Label(middle, name, look.theme.text, back=look.theme.panel)]


def _spread(scale: BarScale, row: BarRow, bar: Rect, room: _Room, look: Look) -> list[Item]:
    """A whisker of that width, its middle at the end of the bar."""
    if not row.spread or not row.value:
        return []
    ends = (max(row.value - row.spread / 2, scale.low), row.value + row.spread / 2)
    low, high = (_x(scale, room, end) for end in ends)
    middle = bar.y + bar.h / 2
    lines = [(low, middle, high, middle)]
    lines += [(x, middle - CAP_PX, x, middle + CAP_PX) for x in (low, high)]
    return [Edges(np.array(lines), look.theme.text, 1.2)]
