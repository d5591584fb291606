"""Where waves and the tail begin, above the rows of a timeline and through them."""

from __future__ import annotations

import math

import numpy as np

from gpuviz.scene.scene import Edges, Item, Label, Rect
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stage.colours import mix
from gpuviz.scene.timeline.look import Rooms, ShownTimeline, TimelineLook
from gpuviz.scene.timeline.span import Span
from gpuviz.texts import tr

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
