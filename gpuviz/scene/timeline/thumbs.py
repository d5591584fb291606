"""Thin bars at the edges of a timeline that show which part is seen."""

from __future__ import annotations

from gpuviz.scene.scene import Item, Panel, Rect
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.timeline.look import Rooms, TimelineLook
from gpuviz.scene.timeline.span import Span

THUMB_PX = 3.0
ALL_ROWS = 0.999  # of them: what is missing is less than a pixel


def thumbs(rooms: Rooms, span: Span, look: TimelineLook) -> list[Item]:
    """One for the rows and one for the time, where not all of them is seen."""
    plot, items = rooms.plot, list[Item]()
    rows = plot.h / span.row_px / span.rows
    if rows < ALL_ROWS:
        track = Rect(plot.right + 2 * SPACE_PX, plot.y, THUMB_PX, plot.h)
        thumb = Rect(track.x, plot.y + plot.h * span.top / span.rows, THUMB_PX, plot.h * rows)
        items += _thumb(track, thumb, look)
    share = (span.end - span.begin) / span.duration
    if share < 1:
        track = Rect(plot.x, rooms.ticks.bottom - THUMB_PX, plot.w, THUMB_PX)
        begin = plot.x + plot.w * span.begin / span.duration
        items += _thumb(track, Rect(begin, track.y, max(plot.w * share, 8), THUMB_PX), look)
    return items


def _thumb(track: Rect, thumb: Rect, look: TimelineLook) -> list[Item]:
    theme = look.theme
    return [Panel(track, theme.raised, radius=1.5), Panel(thumb, theme.faint, radius=1.5)]
