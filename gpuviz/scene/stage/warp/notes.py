"""The notes on the card of a warp: what lanes exchange, why they are off, what accesses move."""

from __future__ import annotations

from typing import NamedTuple

from gpuviz.insight.exchanges import WarpExchange
from gpuviz.scene.stage.scene import Area, Label, Rect, Scene, SiteHit
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.warp.exchange import exchange_height, exchange_items, shown_exchange
from gpuviz.scene.stage.warp.exchange_words import exchange_sentence
from gpuviz.scene.stage.warp.lane_geometry import NOTE, PAD, LaneCells
from gpuviz.scene.stage.warp.scene import cells_of
from gpuviz.scene.stage.words import access_text, masked_text

NOTE_TEXT = 11  # pixels
BETWEEN = 12.0  # pixels between two notes of a row


class Note(NamedTuple):
    """One note; a click on that of an access chooses its `site` (row in Trace.sites)."""

    text: str
    color: str
    site: int | None = None


def notes_scene(view: Viewpoint) -> Scene:
    """Small lines under the lanes; those of accesses can be clicked."""
    cells = cells_of(view)
    if cells is None or view.now is None:
        return Scene()
    exchange, back = shown_exchange(view), view.theme.panel
    top = cells.bottom + 6 + exchange_height(exchange, cells)
    flowed = _flowed(view, cells, _notes(view, exchange), top)
    drawn = exchange_items(view, exchange, cells) if exchange is not None else []
    labels = [Label(room, n.text, n.color, NOTE_TEXT, back=back) for n, room in flowed]
    areas = tuple(_area(room, n.site) for n, room in flowed if n.site is not None)
    return Scene((*drawn, *labels), areas)


def _notes(view: Viewpoint, exchange: WarpExchange | None) -> list[Note]:
    now, theme = view.now, view.theme
    if now is None:
        return []
    told = []
    if exchange is not None:
        told.append(Note(view.say(exchange_sentence(exchange, view.focus.lane)), theme.text))
    masked = [Note(view.say(masked_text(g)), theme.muted) for g in now.masked]
    return [*told, *masked] + [
        Note(
            view.say(access_text(access)),
            theme.words.read if access.site.kind == "read" else theme.words.write,
            access.site_row,
        )
        for access in now.accesses
        if access.active.any()
    ]


def _flowed(
    view: Viewpoint, cells: LaneCells, notes: list[Note], top: float
) -> list[tuple[Note, Rect]]:
    """Notes side by side while they fit, then in the next row; those that have room."""
    left, right = cells.card.x + PAD, cells.card.right - PAD
    x, y = left, top
    placed = []
    for note in notes:
        width = view.measure(note.text, NOTE_TEXT) + 10
        if x > left and x + width > right:
            x, y = left, y + NOTE
        if y + NOTE > cells.card.bottom:
            break
        placed.append((note, Rect(x, y, min(width, right - x), NOTE)))
        x += width + BETWEEN
    return placed


def _area(room: Rect, site: int) -> Area:
    return Area(room, lambda x, y: SiteHit(site))
