"""The notes on the card of a warp: what lanes exchange, why they are off, what accesses move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpuviz.insight.exchanges import WarpExchange
from gpuviz.scene.scene import Area, Curves, Item, Label, Rect, Scene, SiteHit
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.warp.exchange_words import exchange_sentence
from gpuviz.scene.stage.warp.lane_geometry import NOTE, LaneCells
from gpuviz.scene.stage.warp.scene import cells_of
from gpuviz.scene.stage.words import access_text, masked_text, short_access_text

DEPTH = 15.0  # pixels below the lanes to which arcs reach
HEAD = 4.0
BIT_TEXT = 9  # pixels
BITS = 13.0
NOTE_TEXT = 11  # pixels
BETWEEN = 12.0  # pixels between two notes of a row


class LaneNote(NamedTuple):
    """One note; a click on that of an access chooses its `site` (row in Trace.sites).

    `short` is said where a row has no room for the whole.
    """

    text: str
    color: str
    site: int | None = None
    short: str = ""


def notes_scene(view: Viewpoint) -> Scene:
    """Small lines under the lanes; those of accesses can be clicked."""
    cells = cells_of(view)
    if cells is None or view.now is None:
        return Scene()
    exchange, back = shown_exchange(view), view.theme.panel
    top = cells.bottom + 6 + exchange_height(exchange, cells)
    flowed = _flowed(view, cells, _notes(view, exchange), top)
    drawn = exchange_items(view, exchange, cells) if exchange is not None else []
    labels = [Label(room, n.text, n.color, view.px(NOTE_TEXT), back=back) for n, room in flowed]
    areas = tuple(_area(room, n.site) for n, room in flowed if n.site is not None)
    return Scene((*drawn, *labels), areas)


def _notes(view: Viewpoint, exchange: WarpExchange | None) -> list[LaneNote]:
    now, theme = view.now, view.theme
    if now is None:
        return []
    told = []
    if exchange is not None:
        told.append(LaneNote(view.say(exchange_sentence(exchange, view.focus.lane)), theme.text))
    masked = [LaneNote(view.say(masked_text(g)), theme.muted) for g in now.masked]
    return [*told, *masked] + [
        LaneNote(
            view.say(access_text(access)),
            theme.words.read if access.site.kind == "read" else theme.words.write,
            access.site_row,
            view.say(short_access_text(access)),
        )
        for access in now.accesses
        if access.active.any()
    ]


def _flowed(
    view: Viewpoint, cells: LaneCells, notes: list[LaneNote], top: float
) -> list[tuple[LaneNote, Rect]]:
    """Notes side by side while they fit, then in the next row; those that have room."""
    left, right = cells.card.x + cells.pad, cells.card.right - cells.pad
    x, y = left, top
    placed = []
    for note in notes:
        width = view.measure(note.text, view.px(NOTE_TEXT)) + 10
        if note.short and width > right - left:
            note = note._replace(text=note.short)
            width = view.measure(note.text, view.px(NOTE_TEXT)) + 10
        if x > left and x + width > right:
            x, y = left, y + NOTE
        if y + NOTE > cells.card.bottom:
            break
        placed.append((note, Rect(x, y, min(width, right - x), NOTE)))
        x += width + BETWEEN
    return placed


def _area(room: Rect, site: int) -> Area:
    return Area(room, lambda x, y: SiteHit(site))


def shown_exchange(view: Viewpoint) -> WarpExchange | None:
    """What the step of the warp in focus exchanges first."""
    if view.now is None or view.now.step is None:
        return None
    found = view.facts.exchanges.of_step(view.now.step)
    return found[0] if found else None


def exchange_height(exchange: WarpExchange | None, cells: LaneCells) -> float:
    """Pixels below the lanes that are taken; arcs are drawn where the lanes stand in one row."""
    if exchange is None:
        return 0
    if exchange.form == "shuffle":
        return DEPTH + 4 if cells.is_one_row else 0
    return _bits_high(cells) if cells.is_one_row else 0


def _bits_high(cells: LaneCells) -> float:
    return max(BITS, cells.least_px + 2.0)


def exchange_items(view: Viewpoint, exchange: WarpExchange, cells: LaneCells) -> list[Item]:
    """Arcs from the lane that gives to the lane that gets, or what each lane says."""
    if not cells.is_one_row:
        return []
    draw = _arcs if exchange.form == "shuffle" else _bits
    return draw(view, exchange, cells)


def _arcs(view: Viewpoint, exchange: WarpExchange, cells: LaneCells) -> list[Item]:
    feet, readers = cells.feet(), np.flatnonzero(exchange.reads)
    if not len(readers):
        return []
    start, end = feet[exchange.source[readers]], feet[readers]
    depth = end[:, 1] + np.minimum(np.abs(start[:, 0] - end[:, 0]) / 2, DEPTH) * 4 / 3
    curves = np.column_stack([start, start[:, 0], depth, end[:, 0], depth, end])
    lane = -1 if view.focus.lane is None else view.focus.lane
    x, y = end[:, 0], end[:, 1] + 1
    left = np.column_stack([x - HEAD / 2, y + HEAD, x, y, x, y, x + HEAD / 2, y + HEAD])
    theme = view.theme
    return [
        Curves(curves, theme.read, 1, 0.4),
        Curves(left, theme.read, 1, 0.8),
        Curves(curves[exchange.source[readers] == lane], theme.read, 2),
        Curves(curves[readers == lane], theme.write, 2),
    ]


def _bits(view: Viewpoint, exchange: WarpExchange, cells: LaneCells) -> list[Item]:
    """The bit of each lane in a ballot; in a vote what it says; in a match its group."""
    said = exchange.given != 0
    if exchange.form == "ballot":
        word = int(exchange.received[int(exchange.active.argmax())])
        said = np.array([word >> lane & 1 for lane in range(len(said))], np.bool_)
    texts = [str(int(bit)) for bit in said]
    if exchange.form == "match":
        texts = _letters(exchange)
    items: list[Item] = []
    for lane in np.flatnonzero(exchange.active).tolist():
        rect, bold = cells.rect(lane), texts[lane] != "0"
        room = Rect(rect.x, rect.bottom, rect.w, _bits_high(cells))
        color = view.theme.text if bold else view.theme.muted
        size = view.px(BIT_TEXT)
        items.append(Label(room, texts[lane], color, size, bold, mono=True, align="center"))
    return items


def _letters(exchange: WarpExchange) -> list[str]:
    """The same letter for lanes that hold the same value; none for the lanes that do not match."""
    letters = [""] * len(exchange.given)
    for row, group in enumerate(exchange.groups):
        for lane in group.tolist():
            letters[lane] = chr(ord("a") + row) if row < 26 else "…"
    return letters
