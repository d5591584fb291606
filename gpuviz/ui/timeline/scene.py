"""The timeline as a scene: the bars as an image, and words and lines around them."""

from __future__ import annotations

import math

import numpy as np

from gpuviz.insight.timeline import Timeline
from gpuviz.insight.timeline_moves import block_at
from gpuviz.ui.charts.ticks import linear_ticks
from gpuviz.ui.stage.colours import argb, ink_on, mix
from gpuviz.ui.stage.plot_items import Bars
from gpuviz.ui.stage.scene import (
    Area,
    BlockHit,
    Cells,
    Edges,
    Group,
    Item,
    Label,
    Panel,
    Rect,
    Scene,
)
from gpuviz.ui.stage.words import block_name
from gpuviz.ui.style import BASE_PX, SPACE_PX
from gpuviz.ui.texts import tr
from gpuviz.ui.timeline.look import Look, Rooms, Shown, divide
from gpuviz.ui.timeline.pixels import (
    TAIL,
    bar_pixels,
    line_edges,
    lines_of,
    places_of,
    visible,
)
from gpuviz.ui.timeline.span import Span
from gpuviz.ui.timeline.words import instant_text, source_text

SWATCH_PX = 14.0
ENTRY_AIR = 16.0  # after an entry of the legend
NAME_PX = 13.0  # height of the name of an SM
APART_PX = 78.0  # between two numbers of the axis
MARK_APART_PX = 7.0  # between the lines of two waves: closer ones are left out
NEAR_PX = 3.0  # beside a bar: it is meant too
THUMB_PX = 3.0
LINE = 0.7  # of the colour of words, where a wave begins
GROUND = 0.35  # of the colour of a bar, under a name
MOST_NAMED = 300  # blocks that are named in their bars
NAMED_FROM = 10.5  # pixels of a line that holds a name


def rooms_of(shown: Shown, look: Look) -> Rooms:
    """Where the parts of its picture stand."""
    return divide(shown, look, sum(_entry_px(look, words) for words, _ in _legend(shown, look)))


def compose(shown: Shown, span: Span, look: Look) -> Scene:
    """Everything but what is chosen and what plays."""
    rooms = rooms_of(shown, look)
    theme, timeline = look.theme, shown.timeline
    pixels = bar_pixels(timeline, span, theme, shown.tail_s)
    items: list[Item] = [
        Label(rooms.title, shown.title, theme.text, BASE_PX, bold=True),
        Label(rooms.words, shown.verdict, theme.text, BASE_PX - 1),
        *_legend_items(shown, rooms, look),
        *_ticks(rooms, span, look),
        Cells(rooms.plot, pixels),
        *_marks(shown, rooms, span, look),
        Group(rooms.plot.inset(-3), tuple(_names_of_blocks(shown, span, look))),
        *_names_of_sms(timeline, rooms, span, look),
        *_scrolled(rooms, span, look),
    ]
    area = Area(span.plot, lambda x, y: hit(timeline, span, x, y))
    return Scene(tuple(items), (area,), f"{shown.title}. {shown.verdict}")


def hit(timeline: Timeline, span: Span, x: float, y: float) -> BlockHit | None:
    """The block under the mouse; between two lines none."""
    lines = lines_of(timeline, span)
    pixel = int(y - span.plot.y)
    line = int(lines.of_pixel[pixel]) if 0 <= pixel < len(lines.of_pixel) else -1
    if line < 0:
        return None
    row, place = divmod(line, lines.places)
    near = NEAR_PX / span.pixels_per_second
    where = None if lines.places == 1 else place
    block = block_at(timeline, row + lines.first, where, span.seconds_at(x), near)
    return None if block is None else BlockHit(block)


def bar_rect(timeline: Timeline, span: Span, block: int) -> Rect:
    """Where the bar of a block is: on the line of its place, or on the whole row of its SM."""
    row, places = int(timeline.row[block]), places_of(timeline, span)
    place = int(timeline.place[block]) if places > 1 else 0
    begin, end = line_edges(span, row, places)[place]
    x = span.x(float(timeline.start_s[block]))
    wide = span.x(float(timeline.end_s[block])) - x
    return Rect(x, span.y(row) + begin, max(wide, 2.0), max(float(end - begin), 2.0))


def _legend(shown: Shown, look: Look) -> list[tuple[str, str]]:
    """Words and colours."""
    theme = look.theme
    words = tr("a block, {source}").format(source=source_text(shown.timeline))
    entries = [(words, theme.finished), (tr("no block"), theme.raised)]
    if shown.tail_s is not None:
        entries.append((tr("tail"), mix(theme.text, theme.raised, TAIL)))
    return entries


def _entry_px(look: Look, words: str) -> float:
    return SWATCH_PX + 2 * SPACE_PX + look.wide(words) + ENTRY_AIR


def _legend_items(shown: Shown, rooms: Rooms, look: Look) -> list[Item]:
    items: list[Item] = []
    if not rooms.legend.w:
        return items
    x, y = rooms.legend.x + ENTRY_AIR, rooms.legend.y + (rooms.legend.h - 10) / 2
    for number, (words, color) in enumerate(_legend(shown, look)):
        place = Rect(x, y, SWATCH_PX, 10)
        if number:
            items.append(Panel(place, color, look.theme.line, radius=2))
        else:
            hatched = shown.timeline.source == "modelled"
            items.append(Bars(np.array([tuple(place)]), color, hatched=hatched))
        wide = look.wide(words)
        name = Rect(x + SWATCH_PX + 2 * SPACE_PX, rooms.legend.y, wide, rooms.legend.h)
        items.append(Label(name, words, look.theme.muted))
        x += _entry_px(look, words)
    return items


def _ticks(rooms: Rooms, span: Span, look: Look) -> list[Item]:
    """Numbers under the rows, and where they stand."""
    most = max(2, int(rooms.plot.w / APART_PX))
    ticks = linear_ticks(span.begin, span.end, most)
    step = ticks[1] - ticks[0] if len(ticks) > 1 else span.end - span.begin
    items: list[Item] = []
    lines = []
    for tick in ticks:
        x = math.floor(span.x(tick)) + 0.5
        lines.append((x, rooms.plot.bottom, x, rooms.plot.bottom + 4))
        text = instant_text(tick, step, span.end)
        wide = look.wide(text)
        place = Rect(x - wide / 2, rooms.ticks.y + 4, wide, rooms.ticks.h - 4)
        items.append(Label(place, text, look.theme.muted))
    return [Edges(np.array(lines).reshape(-1, 4), look.theme.line), *items]


def _marks(shown: Shown, rooms: Rooms, span: Span, look: Look) -> list[Item]:
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
        elif apart >= MARK_APART_PX:
            items.append(_line(x, rooms.plot.y, rooms, look))
    return items + _tail_name(shown, free, rooms, span, look)


def _name(x: float, text: str, rooms: Rooms, look: Look) -> Label:
    """A name above the rows, right of an x."""
    place = Rect(x + SPACE_PX, rooms.marks.y, look.wide(text), rooms.marks.h)
    return Label(place, text, look.theme.muted)


def _tail_name(shown: Shown, free: float, rooms: Rooms, span: Span, look: Look) -> list[Item]:
    """The word above the tail, behind the name of the wave that begins there."""
    if shown.tail_s is None:
        return []
    begin = max(span.x(shown.tail_s), free + SPACE_PX, rooms.plot.x)
    end = min(span.x(shown.timeline.duration_s), rooms.plot.right)
    name = _name(begin, tr("tail"), rooms, look)
    return [name] if name.rect.right <= end else []


def _line(x: float, top: float, rooms: Rooms, look: Look) -> Item:
    x = math.floor(x) + 0.5
    color = mix(look.theme.text, look.theme.panel, LINE)
    return Edges(np.array([(x, top, x, rooms.plot.bottom)]), color)


def _names_of_sms(timeline: Timeline, rooms: Rooms, span: Span, look: Look) -> list[Item]:
    """At every row, or every so many where there is too little room."""
    first, stop = span.shown
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500) if n * span.row_px >= NAME_PX)
    used = np.bincount(timeline.row, minlength=len(timeline.sms)) > 0
    items, free = list[Item](), -NAME_PX
    for row in range(-(-first // every) * every, stop, every):
        middle = (span.y(row) + span.y(row + 1)) / 2
        highest, lowest = rooms.plot.y - 2, rooms.plot.bottom + 2 - NAME_PX
        y = min(max(middle - NAME_PX / 2, highest), lowest)
        if y < free:
            continue
        free = y + NAME_PX - 1
        place = Rect(0, y, rooms.plot.x - 2 * SPACE_PX, NAME_PX)
        text = tr("SM {sm}").format(sm=timeline.sms[row])
        color = look.theme.text if used[row] else look.theme.muted
        items.append(Label(place, text, color, align="right"))
    return items


def _scrolled(rooms: Rooms, span: Span, look: Look) -> list[Item]:
    """Thin bars at the edges that show which part is seen, where it is not all."""
    plot, items = rooms.plot, list[Item]()
    rows = plot.h / span.row_px / span.rows
    if rows < 1:
        track = Rect(plot.right + 2 * SPACE_PX, plot.y, THUMB_PX, plot.h)
        thumb = Rect(track.x, plot.y + plot.h * span.top / span.rows, THUMB_PX, plot.h * rows)
        items += _thumb(track, thumb, look)
    share = (span.end - span.begin) / span.duration
    if share < 1:
        track = Rect(plot.x, rooms.ticks.bottom - THUMB_PX, plot.w, THUMB_PX)
        begin = plot.x + plot.w * span.begin / span.duration
        items += _thumb(track, Rect(begin, track.y, max(plot.w * share, 8), THUMB_PX), look)
    return items


def _thumb(track: Rect, thumb: Rect, look: Look) -> list[Item]:
    theme = look.theme
    return [Panel(track, theme.raised, radius=1.5), Panel(thumb, theme.faint, radius=1.5)]


def _names_of_blocks(shown: Shown, span: Span, look: Look) -> list[Item]:
    """The names of blocks in their bars, while they are few and large enough."""
    blocks = visible(shown.timeline, span)
    if len(blocks) > MOST_NAMED:
        return []
    rects = ((block, bar_rect(shown.timeline, span, block)) for block in blocks.tolist())
    names = (_name_of_block(shown, block, rect, span, look) for block, rect in rects)
    return [name for name in names if name is not None]


def _name_of_block(shown: Shown, block: int, rect: Rect, span: Span, look: Look) -> Label | None:
    """On a plain ground: stripes would disturb."""
    room, theme = _part_in(rect, span.plot), look.theme
    text = _block_text(shown, block, room.w - 2 * SPACE_PX, look)
    if rect.h < NAMED_FROM or rect.y < span.plot.y or rect.bottom > span.plot.bottom or not text:
        return None
    place = Rect(room.x + SPACE_PX, room.y, look.wide(text), room.h)
    if shown.timeline.source == "modelled":
        return Label(place, text, theme.text, back=mix(theme.finished, theme.panel, GROUND))
    return Label(place, text, ink_on(theme, argb(theme.finished)))


def _part_in(rect: Rect, plot: Rect) -> Rect:
    left, right = max(rect.x, plot.x), min(rect.right, plot.right)
    return Rect(left, rect.y, right - left, rect.h)


def _block_text(shown: Shown, block: int, room: float, look: Look) -> str:
    name = block_name(shown.trace, block)
    long = tr("block {block}").format(block=name)
    return next((text for text in (long, name) if look.wide(text) <= room), "")
