"""The timeline as a scene: the bars as an image, and words and lines around them."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.timeline import Timeline
from gpuviz.scene.scene import Area, Cells, Group, HeadHit, Item, Label, Rect, Scene
from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.scene.timeline.bars import hit, names_of_blocks
from gpuviz.scene.timeline.legend import legend, legend_px
from gpuviz.scene.timeline.look import Rooms, ShownTimeline, TimelineLook, divide
from gpuviz.scene.timeline.marks import marks
from gpuviz.scene.timeline.pixels import bar_pixels
from gpuviz.scene.timeline.span import Span
from gpuviz.scene.timeline.thumbs import thumbs
from gpuviz.scene.timeline.ticks import ticks
from gpuviz.texts import tr

NAME_PX = 13.0  # height of the name of an SM


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
    return Scene(tuple(items), (head, area), f"{shown.title}. {shown.verdict}")


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
