"""The timeline of a pipeline as a scene: a bar for every launch and every copy, and around them
legend, deadlines, and where it failed.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.request import EventKind
from gpuviz.scene.pipeline.look import divide
from gpuviz.scene.pipeline.train import LaunchTrain
from gpuviz.scene.pipeline.words import lane_name, title_text
from gpuviz.scene.scene import Area, EventHit, Group, Item, Label, Panel, Rect, Scene
from gpuviz.scene.sizes import BASE_PX, SMALL_PX, SPACE_PX
from gpuviz.scene.stage.colours import WHITE
from gpuviz.scene.stage.plot_items import Bars, Trail
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.bars import NEAR_PX, bar_name, name_room
from gpuviz.scene.timeline.legend_row import Entry, Swatch, entries_px, entries_row
from gpuviz.scene.timeline.look import Rooms, TimelineLook
from gpuviz.scene.timeline.span import Span
from gpuviz.scene.timeline.thumbs import thumbs
from gpuviz.scene.timeline.ticks import ticks
from gpuviz.texts import tr

APART_PX = 12.0  # between two deadlines: nearer ones are left out
GAP_PX, TIGHT_PX, TIGHT = 3.0, 1.5, 16.0  # above and below a bar; in lanes lower than that
LEAST_PX = 2.0  # of a bar
EDGE_PX = 3.0  # of what says that a launch has hazards
MOST_NAMED = 400
NAMED_FROM = 11.0


def rooms_of(train: LaunchTrain, look: TimelineLook) -> Rooms:
    """Where the parts stand."""
    return divide(train, look, legend_px(train, look))


def compose(
    train: LaunchTrain,
    span: Span,
    look: TimelineLook,
    opened: int | None = None,
    chosen: int | None = None,
) -> Scene:
    """The picture. `opened` is the event of the launch on the stage, `chosen` the one that the
    keyboard stands on.
    """
    rooms, theme = rooms_of(train, look), look.theme
    title = title_text(train)
    inside = (*_bars(train, span, theme), *_lit(train, span, look, opened, chosen))
    items: list[Item] = [
        Label(rooms.title, title, theme.text, BASE_PX - 1, bold=True),
        *legend(train, rooms, look),
        *_lanes(train, span, rooms, look),
        *ticks(rooms, span, look),
        Group(rooms.plot, (*inside, *_names(train, span, look, opened))),
        *deadline_marks(train, rooms, span, look),
        *failure_mark(train, rooms, span, look),
        *thumbs(rooms, span, look),
    ]
    area = Area(span.plot.inset(-NEAR_PX), lambda x, y: event_at(train, span, x, y))
    return Scene(tuple(items), (area,), title)


def color_of(theme: Theme, kind: EventKind) -> str:
    """Kernels and copies."""
    return theme.write if kind == "kernel" else theme.barrier


def bar_rect(train: LaunchTrain, span: Span, event: int) -> Rect:
    """Where the bar of an event is."""
    lane = int(train.lane[event])
    top, bottom = span.y(lane), span.y(lane + 1)
    x = span.x(float(train.start_s[event]))
    wide = span.x(float(train.end_s[event])) - x
    gap = gap_px(span)
    return Rect(x, top + gap, max(wide, LEAST_PX), max(bottom - top - 2 * gap, 2.0))


def gap_px(span: Span) -> float:
    """Above and below a bar."""
    return GAP_PX if span.row_px >= TIGHT else TIGHT_PX


def event_at(train: LaunchTrain, span: Span, x: float, y: float) -> EventHit | None:
    """The event at a point of the plot, or very near to it."""
    lane = int(span.top + (y - span.plot.y) / span.row_px)
    left, right = span.seconds_at(x - NEAR_PX), span.seconds_at(x + NEAR_PX)
    near = (train.lane == lane) & (train.start_s <= right) & (train.end_s >= left)
    found = np.flatnonzero(near)
    if not len(found):
        return None
    middle = span.seconds_at(x)
    away = np.maximum(train.start_s[found] - middle, middle - train.end_s[found])
    return EventHit(int(found[int(np.argmin(away))]))


def _lanes(train: LaunchTrain, span: Span, rooms: Rooms, look: TimelineLook) -> list[Item]:
    """A quiet ground for each lane, and its name."""
    items: list[Item] = []
    first, stop = span.shown
    for number in range(first, stop):
        top = max(span.y(number), rooms.plot.y)
        bottom = min(span.y(number + 1), rooms.plot.bottom)
        if bottom - top < 6:
            continue
        ground = Rect(rooms.plot.x, top + 1, rooms.plot.w, bottom - top - 2)
        items.append(Panel(ground, look.theme.raised, radius=3))
        name = Rect(0, top, rooms.plot.x - 2 * SPACE_PX, bottom - top)
        text = lane_name(train, train.lanes[number])
        items.append(Label(name, text, look.theme.muted, SMALL_PX, align="right"))
    return items


def _bars(train: LaunchTrain, span: Span, theme: Theme) -> list[Item]:
    """One item for each colour; of bars that lie on the same pixels one. Launches with hazards
    have an edge in that colour.
    """
    failed = _failed_events(train)
    items: list[Item] = []
    for kinds, color in ((("h2d", "d2h", "d2d"), theme.barrier), (("kernel",), theme.write)):
        of_kind = np.array([event.kind in kinds for event in train.events], bool)
        rects = _rects(train, span, of_kind & ~failed)
        items.append(Bars(rects, color, train.modelled, radius=1))
    items.append(Bars(_rects(train, span, failed), theme.hazard, train.modelled, radius=1))
    edges = _rects(
        train, span, _events_of(train, {row.number for row in train.rows if row.hazards})
    )
    edges[:, 3] = EDGE_PX
    items.append(Bars(edges, theme.hazard, radius=0))
    return [item for item in items if isinstance(item, Bars) and len(item.rects)]


def _failed_events(train: LaunchTrain) -> NDArray[np.bool_]:
    return _events_of(train, {row.number for row in train.rows if row.failed})


def _events_of(train: LaunchTrain, launches: set[int]) -> NDArray[np.bool_]:
    """[events] whether one is of these launches."""
    return np.array([event.launch in launches for event in train.events], bool)


def _rects(train: LaunchTrain, span: Span, wanted: NDArray[np.bool_]) -> NDArray[np.float64]:
    """[n, 4] of these events, as far as they are seen."""
    seen = wanted & (train.end_s >= span.begin) & (train.start_s <= span.end)
    start, end, lane = train.start_s[seen], train.end_s[seen], train.lane[seen]
    left = span.plot.x + (np.maximum(start, span.begin) - span.begin) * span.pixels_per_second
    right = span.plot.x + (np.minimum(end, span.end) - span.begin) * span.pixels_per_second
    tiny = right - left < LEAST_PX
    left = np.where(tiny, np.floor(left), left)
    wide = np.where(tiny, LEAST_PX, right - left)
    tops = np.array([span.y(row) for row in range(len(train.lanes) + 1)])
    gap = gap_px(span)
    top = tops[lane] + gap
    high = np.maximum(tops[lane + 1] - tops[lane] - 2 * gap, 2.0)
    return np.unique(np.column_stack([left, top, wide, high]), axis=0)


def _lit(
    train: LaunchTrain, span: Span, look: TimelineLook, opened: int | None, chosen: int | None
) -> list[Item]:
    items: list[Item] = []
    theme = look.theme
    if opened is not None:
        rect = bar_rect(train, span, opened)
        items.append(Panel(_around(rect), theme.panel, theme.text, radius=2))
        color = theme.hazard if _failed_events(train)[opened] else theme.accent
        items.append(Bars(np.array([tuple(rect)]), color, train.modelled))
    if chosen is not None and chosen != opened:
        items.append(Panel(_around(bar_rect(train, span, chosen)), "", theme.text, radius=2))
    return items


def _around(rect: Rect) -> Rect:
    return Rect(rect.x - 2, rect.y - 2, rect.w + 3, rect.h + 3)


def _names(train: LaunchTrain, span: Span, look: TimelineLook, opened: int | None) -> list[Item]:
    """The names of kernels and arrays in their bars, where they fit."""
    wide = (train.end_s - train.start_s) * span.pixels_per_second
    seen = (train.end_s >= span.begin) & (train.start_s <= span.end) & (wide > 3 * SPACE_PX)
    found = np.flatnonzero(seen)
    if len(found) > MOST_NAMED:
        return []
    failed = _failed_events(train)
    names = (_name(train, n, span, look, n == opened, failed[n]) for n in found.tolist())
    return [name for name in names if name is not None]


def _name(
    train: LaunchTrain, event: int, span: Span, look: TimelineLook, opened: bool, failed: bool
) -> Label | None:
    rect, theme = bar_rect(train, span, event), look.theme
    text, room = train.events[event].name, name_room(rect, span.plot)
    if rect.h < NAMED_FROM or look.wide(text) > room.w:
        return None
    place = room._replace(w=look.wide(text))
    if opened and not failed:
        return Label(place, text, WHITE, SMALL_PX, back=theme.accent)
    color = theme.hazard if failed else color_of(theme, train.events[event].kind)
    return bar_name(place, text, color, train.modelled, theme)


def legend_px(train: LaunchTrain, look: TimelineLook) -> float:
    """Pixels of all entries."""
    return entries_px(_entries(train, look), look)


def legend(train: LaunchTrain, rooms: Rooms, look: TimelineLook) -> list[Item]:
    """The entries side by side, where there is room for them."""
    return entries_row(_entries(train, look), rooms, look)


def deadline_marks(train: LaunchTrain, rooms: Rooms, span: Span, look: TimelineLook) -> list[Item]:
    """A line where each frame has to be ready, as far as they can be told apart."""
    items: list[Item] = []
    free = rooms.plot.x
    for number, moment in enumerate(train.deadlines_s):
        x = math.floor(span.x(moment)) + 0.5
        if not rooms.plot.x <= x <= rooms.plot.right + 1 or x < free:
            continue
        line = np.array([(x, rooms.marks.y + 2), (x, rooms.plot.bottom)])
        items.append(Trail(line, look.theme.text, 1.2, "dashed"))
        text = tr("deadline {n}").format(n=number + 1)
        wide = look.wide(text)
        left = x - wide - SPACE_PX if x + wide > look.width - SPACE_PX else x + SPACE_PX
        items.append(Label(Rect(left, rooms.marks.y, wide, rooms.marks.h), text, look.theme.text))
        free = max(x + APART_PX, left + wide + 2 * SPACE_PX)
    return items


def failure_mark(train: LaunchTrain, rooms: Rooms, span: Span, look: TimelineLook) -> list[Item]:
    """A line where the pipeline broke off."""
    if train.failure is None:
        return []
    x = math.floor(span.x(train.result.seconds)) + 0.5
    if not rooms.plot.x - 1 <= x <= rooms.plot.right + 1:
        return []
    text = tr("broke off here")
    wide = look.wide(text)
    left = max(min(x - wide / 2, look.width - wide - SPACE_PX), rooms.plot.x)
    place = Rect(left, rooms.plot.bottom + 2, wide, rooms.ticks.h - 3)
    line = np.array([(x, rooms.plot.y - 2), (x, rooms.plot.bottom + 2)])
    theme = look.theme
    return [
        Trail(line, theme.hazard, 2),
        Panel(Rect(place.x - SPACE_PX, place.y, wide + 2 * SPACE_PX, place.h), theme.panel),
        Label(place, text, theme.words.hazard),
    ]


def _entries(train: LaunchTrain, look: TimelineLook) -> list[Entry]:
    """Kernels, copies, what is wrong, and the launch on the stage."""
    theme = look.theme
    entries = [(tr("kernel"), theme.write), (tr("copy"), theme.barrier)]
    if any(row.failed for row in train.rows):
        entries.append((tr("failed"), theme.hazard))
    elif any(row.hazards for row in train.rows):
        entries.append((tr("hazards"), theme.hazard))
    entries.append((tr("on the stage"), theme.accent))
    swatch: Swatch = "modelled" if train.modelled else "measured"
    return [Entry(words, color, swatch) for words, color in entries]
