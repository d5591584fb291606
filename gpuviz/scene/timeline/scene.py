"""The timeline as a scene: the bars as an image, and words and lines around them."""

from __future__ import annotations

import math

import numpy as np

from gpuviz.insight.timeline import Timeline
from gpuviz.scene.scene import Area, Cells, Edges, Group, HeadHit, Item, Label, Rect, Scene
from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.scene.stage.colours import mix
from gpuviz.scene.timeline.bars import hit, names_of_blocks
from gpuviz.scene.timeline.legend_row import Entry, entries_px, entries_row
from gpuviz.scene.timeline.look import Rooms, ShownTimeline, TimelineLook, divide
from gpuviz.scene.timeline.pixels import TAIL, bar_pixels
from gpuviz.scene.timeline.span import Span
from gpuviz.scene.timeline.thumbs import thumbs
from gpuviz.scene.timeline.ticks import ticks
from gpuviz.scene.timeline.words import source_text
from gpuviz.texts import in_turn, tr

NAME_PX = 13.0  # height of the name of an SM

APART_PX = 7.0  # between the lines of two waves: closer ones are left out
LINE = 0.7  # of the colour of words, where a wave begins


def marks(shown: ShownTimeline, rooms: Rooms, span: Span, look: TimelineLook) -> list[Item]:
    """Where each wave begins, named at every wave or every so many; and where the tail does."""
    timeline, items = shown.timeline, list[Item]()
    if timeline.waves < 2:
        return items
    widest = look.wide(tr("wave {n}").format(n=timeline.waves)) + 3 * SPACE_PX
    apart = span.pixels_per_second * timeline.duration_s / timeline.waves
    every = max(1, math.ceil(widest / apart))
    free = rooms.plot.x  # where the next name has room
    for n, start in enumerate(timeline.wave_starts_s.tolist()):
        x = span.x(start)
        if not rooms.plot.x - 1 <= x <= rooms.plot.right:
            continue
        if n % every == 0:
            name = _name(x, tr("wave {n}").format(n=n + 1), rooms, look)
            items += [_line(x, rooms.marks.y + 2, rooms, look)] if n else []
            items += [name] if name.rect.right <= look.width else []
            free = name.rect.right
        elif apart >= APART_PX:
            items.append(_line(x, rooms.plot.y, rooms, look))
    return items + _tail_name(shown, free, rooms, span, look)


def _name(x: float, text: str, rooms: Rooms, look: TimelineLook) -> Label:
    """A name above the rows, right of an x."""
    place = Rect(x + SPACE_PX, rooms.marks.y, look.wide(text), rooms.marks.h)
    return Label(place, text, look.theme.muted)


def _tail_name(
    shown: ShownTimeline, free: float, rooms: Rooms, span: Span, look: TimelineLook
) -> list[Item]:
    """The word above the tail, behind the name of the wave that begins there."""
    if shown.tail_s is None:
        return []
    begin = max(span.x(shown.tail_s), free + SPACE_PX, rooms.plot.x)
    end = min(span.x(shown.timeline.duration_s), rooms.plot.right)
    name = _name(begin, tr("tail"), rooms, look)
    return [name] if name.rect.right <= end else []


def _line(x: float, top: float, rooms: Rooms, look: TimelineLook) -> Item:
    x = math.floor(x) + 0.5
    color = mix(look.theme.text, look.theme.panel, LINE)
    return Edges(np.array([(x, top, x, rooms.plot.bottom)]), color)


def legend_px(shown: ShownTimeline, look: TimelineLook) -> float:
    """Pixels of all entries."""
    return entries_px(_entries(shown, look), look)


def legend(shown: ShownTimeline, rooms: Rooms, look: TimelineLook) -> list[Item]:
    """The entries side by side, where there is room for them."""
    return entries_row(_entries(shown, look), rooms, look)


def _entries(shown: ShownTimeline, look: TimelineLook) -> list[Entry]:
    """A block, none, places in the tail."""
    theme = look.theme
    words = tr("a block, {source}").format(source=source_text(shown.timeline))
    entries = [
        Entry(words, theme.finished, shown.timeline.source),
        Entry(tr("no block"), theme.raised, "ground"),
    ]
    if shown.tail_s is not None:
        entries.append(Entry(tr("tail"), mix(theme.text, theme.raised, TAIL), "ground"))
    return entries


def rooms_of(shown: ShownTimeline, look: TimelineLook) -> Rooms:
    """Where the parts of its picture stand."""
    return divide(shown, look, legend_px(shown, look))


def compose(shown: ShownTimeline, span: Span, look: TimelineLook) -> Scene:
    """Everything but what is chosen and what plays."""
    rooms = rooms_of(shown, look)
    theme, timeline = look.theme, shown.timeline
    pixels = bar_pixels(timeline, span, theme, shown.tail_s)
    items: list[Item] = [
        Label(rooms.title, shown.title, theme.text, BASE_PX - 1, bold=True),
        Label(rooms.words, shown.verdict, theme.text, BASE_PX - 1),
        *legend(shown, rooms, look),
        *ticks(rooms, span, look),
        Cells(rooms.plot, pixels),
        *marks(shown, rooms, span, look),
        Group(rooms.plot.inset(-3), tuple(names_of_blocks(shown, span, look))),
        *_names_of_sms(timeline, rooms, span, look),
        *thumbs(rooms, span, look),
    ]
    head = Area(Rect(0, 0, look.width, rooms.plot.y), lambda x, y: HeadHit())
    area = Area(span.plot, lambda x, y: hit(timeline, span, x, y))
    return Scene(tuple(items), (head, area), in_turn((shown.title, shown.verdict)))


def _names_of_sms(timeline: Timeline, rooms: Rooms, span: Span, look: TimelineLook) -> list[Item]:
    """At every row, or every so many where there is too little room."""
    first, stop = span.shown
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500) if n * span.row_px >= NAME_PX)
    used = np.bincount(timeline.row, minlength=len(timeline.sms)) > 0
    items, free = list[Item](), -NAME_PX
    for row in range(-(-first // every) * every, stop, every):
        middle = (span.y(row) + span.y(row + 1)) / 2
        highest, lowest = rooms.plot.y - NAME_PX / 2, rooms.plot.bottom + 2 - NAME_PX
        y = min(max(middle - NAME_PX / 2, highest), lowest)
        if y < free:
            continue
        free = y + NAME_PX - 1
        place = Rect(0, y, rooms.plot.x - 2 * SPACE_PX, NAME_PX)
        text = tr("SM {sm}").format(sm=timeline.sms[row])
        color = look.theme.text if used[row] else look.theme.muted
        items.append(Label(place, text, color, align="right"))
    return items
