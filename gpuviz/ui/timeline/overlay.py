"""What lies above a timeline and changes often: the chosen block, and the instant that plays."""

from __future__ import annotations

import math

import numpy as np

from gpuviz.ui.stage.colours import WHITE
from gpuviz.ui.stage.plot_items import Trail
from gpuviz.ui.stage.scene import Group, Item, Label, Panel, Rect, Scene
from gpuviz.ui.stage.words import block_name
from gpuviz.ui.style import SPACE_PX
from gpuviz.ui.texts import tr
from gpuviz.ui.timeline.look import Look, Rooms, Shown
from gpuviz.ui.timeline.scene import NAMED_FROM, bar_rect
from gpuviz.ui.timeline.span import Span
from gpuviz.ui.timeline.words import instant_text


def compose_overlay(
    shown: Shown, span: Span, rooms: Rooms, look: Look, chosen: int | None, now_s: float | None
) -> Scene:
    """The chosen block and the cursor, where there are such."""
    items: list[Item] = []
    if chosen is not None and chosen < len(shown.timeline):
        items.append(Group(span.plot.inset(-3), tuple(_chosen(shown, span, look, chosen))))
    if now_s is not None:
        items += _cursor(now_s, span, rooms, look)
    return Scene(tuple(items))


def _chosen(shown: Shown, span: Span, look: Look, block: int) -> list[Item]:
    rect = bar_rect(shown.timeline, span, block)
    frame = Rect(rect.x - 1, rect.y - 1, rect.w + 1, rect.h + 1)
    items: list[Item] = [Panel(frame, look.theme.accent, look.theme.text, radius=2)]
    if rect.h >= NAMED_FROM:
        left, right = max(rect.x, span.plot.x), min(rect.right, span.plot.right)
        text = tr("block {block}").format(block=block_name(shown.trace, block))
        room = Rect(left + SPACE_PX, rect.y, right - left - 2 * SPACE_PX, rect.h)
        if look.wide(text) <= room.w:
            items.append(Label(room, text, WHITE))
    return items


def _cursor(now_s: float, span: Span, rooms: Rooms, look: Look) -> list[Item]:
    """A line at the instant, with its time in the strip above the rows."""
    x = math.floor(span.x(now_s)) + 0.5
    if not span.plot.x - 1 <= x <= span.plot.right + 1:
        return []
    color = look.theme.running
    line = Trail(np.array([(x, rooms.marks.y + 1), (x, span.plot.bottom)]), color, 2)
    text = instant_text(now_s, (span.end - span.begin) / 100, span.end)
    wide = look.wide(text)
    left = min(x + SPACE_PX, rooms.marks.right + 24 - wide)
    place = Rect(left, rooms.marks.y, wide, rooms.marks.h)
    return [line, Label(place, text, look.theme.text, back=look.theme.panel)]
