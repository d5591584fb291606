"""Single bars of a timeline: where each is, what it is called, and which one the mouse is over."""

from __future__ import annotations

from gpuviz.insight.timeline import Timeline
from gpuviz.insight.timeline_moves import block_at
from gpuviz.scene.scene import BlockHit, Label, Rect
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stage.colours import argb, ink_on, mix
from gpuviz.scene.stage.words import block_name
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.look import ShownTimeline, TimelineLook
from gpuviz.scene.timeline.pixels import line_edges, lines_of, places_of, visible
from gpuviz.scene.timeline.span import Span
from gpuviz.texts import tr

NEAR_PX = 3.0  # beside a bar: it is meant too
GROUND = 0.35  # of the colour of a bar, under a name
MOST_NAMED = 300  # blocks that are named in their bars
NAMED_FROM = 10.5  # pixels of a line that holds a name


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


def names_of_blocks(shown: ShownTimeline, span: Span, look: TimelineLook) -> list[Label]:
    """The names of blocks in their bars, while they are few and large enough."""
    blocks = visible(shown.timeline, span)
    if len(blocks) > MOST_NAMED:
        return []
    rects = ((block, bar_rect(shown.timeline, span, block)) for block in blocks.tolist())
    names = (_name_of_block(shown, block, rect, span, look) for block, rect in rects)
    return [name for name in names if name is not None]


def name_room(rect: Rect, plot: Rect) -> Rect:
    """Where a bar has room for its name: on what is seen of it."""
    left, right = max(rect.x, plot.x), min(rect.right, plot.right)
    return Rect(left + SPACE_PX, rect.y, right - left - 2 * SPACE_PX, rect.h)


def bar_name(place: Rect, text: str, color: str, modelled: bool, theme: Theme) -> Label:
    """A name in a bar of that colour; on a plain ground where stripes would disturb."""
    if modelled:
        return Label(place, text, theme.text, back=mix(color, theme.panel, GROUND))
    return Label(place, text, ink_on(theme, argb(color)))


def _name_of_block(
    shown: ShownTimeline, block: int, rect: Rect, span: Span, look: TimelineLook
) -> Label | None:
    room, theme = name_room(rect, span.plot), look.theme
    text = _block_text(shown, block, room.w, look)
    if rect.h < NAMED_FROM or rect.y < span.plot.y or rect.bottom > span.plot.bottom or not text:
        return None
    place = room._replace(w=look.wide(text))
    return bar_name(place, text, theme.finished, shown.timeline.source == "modelled", theme)


def _block_text(shown: ShownTimeline, block: int, room: float, look: TimelineLook) -> str:
    name = block_name(shown.trace, block)
    long = tr("block {block}").format(block=name)
    return next((text for text in (long, name) if look.wide(text) <= room), "")
