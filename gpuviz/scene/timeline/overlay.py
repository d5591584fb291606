"""What lies above a timeline and changes often: the chosen block, and the instant that plays."""

from __future__ import annotations

import math

import numpy as np

from gpuviz.insight.timeline_moves import Now
from gpuviz.scene.charts.labels import touching
from gpuviz.scene.scene import Group, Item, Label, Panel, Rect, Scene
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stage.colours import WHITE
from gpuviz.scene.stage.plot_items import Bars, Trail
from gpuviz.scene.stage.words import block_name
from gpuviz.scene.theme import INK
from gpuviz.scene.timeline.bars import NAMED_FROM, bar_rect
from gpuviz.scene.timeline.look import Rooms, ShownTimeline, TimelineLook
from gpuviz.scene.timeline.span import Span
from gpuviz.scene.timeline.ticks import tick_names
from gpuviz.scene.timeline.words import instant_text
from gpuviz.texts import tr


def compose_overlay(
    shown: ShownTimeline,
    span: Span,
    rooms: Rooms,
    look: TimelineLook,
    chosen: int | None,
    now: Now | None,
) -> Scene:
    """The chosen block and the cursor, where there are such."""
    items: list[Item] = []
    if chosen is not None and chosen < len(shown.timeline):
        items.append(Group(span.plot.inset(-3), tuple(_chosen(shown, span, look, chosen))))
    if now is not None:
        items += _cursor(shown, now, span, rooms, look)
    return Scene(tuple(items))


def _chosen(shown: ShownTimeline, span: Span, look: TimelineLook, block: int) -> list[Item]:
    """In the colour of what is chosen; a modelled bar stays hatched, but for its name."""
    rect, theme = bar_rect(shown.timeline, span, block), look.theme
    frame = Rect(rect.x - 1, rect.y - 1, rect.w + 1, rect.h + 1)
    hatched = shown.timeline.source == "modelled"
    items: list[Item] = [
        Panel(frame, theme.panel, theme.text, radius=2),
        Bars(np.array([tuple(rect.inset(0.5))]), theme.accent, hatched),
    ]
    if rect.h >= NAMED_FROM:
        left, right = max(rect.x, span.plot.x), min(rect.right, span.plot.right)
        text = tr("block {block}").format(block=block_name(shown.trace, block))
        room = Rect(left + SPACE_PX, rect.y, look.wide(text), rect.h)
        if room.right <= right - SPACE_PX:
            items.append(Label(room, text, WHITE, back=theme.accent))
    return items


def _cursor(
    shown: ShownTimeline, now: Now, span: Span, rooms: Rooms, look: TimelineLook
) -> list[Item]:
    """A line at the instant, across all rows or on one bar, with its time under the rows."""
    x = math.floor(span.x(now.seconds)) + 0.5
    if not span.plot.x - 1 <= x <= span.plot.right + 1:
        return []
    top, bottom = span.plot.y - 3, span.plot.bottom + 2
    if now.block is not None:
        bar = bar_rect(shown.timeline, span, now.block)
        top, bottom = max(bar.y - 2, span.plot.y), min(bar.bottom + 2, span.plot.bottom)
    line = [Trail(np.array([(x, top), (x, bottom)]), look.theme.running, 2)] if top < bottom else []
    return [*line, *_flag(x, instant_text(now.seconds, _step(span), span.end), span, rooms, look)]


def _flag(x: float, text: str, span: Span, rooms: Rooms, look: TimelineLook) -> list[Item]:
    """The time of the cursor, among the numbers of the axis: in the place of those it lies on."""
    wide = look.wide(text) + 2 * SPACE_PX
    left = min(x - wide / 2, look.width - wide)
    place = Rect(left, rooms.ticks.y + 2, wide, rooms.ticks.h - 3)
    names = tick_names(rooms, span, look)
    hidden = [name.rect.inset(-1) for name in names if touching(name.rect, place)]
    return [
        *(Panel(rect, look.theme.panel, radius=0) for rect in hidden),
        Panel(place, look.theme.running, radius=3),
        Label(place, text, INK, align="center"),
    ]


def _step(span: Span) -> float:
    """Seconds of about ten pixels."""
    return (span.end - span.begin) / 100
