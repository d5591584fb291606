"""The card of the warp in focus: its 32 lanes, active mask, and what its step moves."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.states import ThreadState, lane_states
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import (
    Area,
    Curves,
    Hit,
    Item,
    Label,
    Panel,
    Rect,
    Scene,
    ThreadHit,
    mono_width,
)
from gpuviz.scene.stage.colours import INKED, mix, state_color, state_ink
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.warp.lane_geometry import NUMBER, VALUE, LaneCells, lane_cells
from gpuviz.scene.stage.words import block_name, phrase

LANE_TEXT = 9  # pixels of the index variables in a lane
LANE_NUMBER, WIDE_LANE = 11, 18.0  # of its number, and of a lane in which that has room
FEW_NUMBERS = 4  # each how many lanes have their number where lanes are narrow
LANE_MARGIN = 2.0  # beside a text in a lane, so that it does not run into the next lane's
TITLE_TEXT, SPAN_TEXT = 12, 11  # of the card's title; of what stands beside it


def cells_of(view: Viewpoint) -> LaneCells | None:
    """Where the lanes are; None while there is no card."""
    card = view.layout.card
    return (
        None if card is None else lane_cells(card, view.facts.index_variables, view.layout.least_px)
    )


def card_scene(view: Viewpoint) -> Scene:
    """The empty card; what it holds lies above the lines that leave it."""
    card = view.layout.card
    if card is None:
        return Scene()
    return Scene((Panel(card, view.theme.panel, view.theme.line, radius=8),))


def lanes_scene(view: Viewpoint) -> Scene:
    """The card's title and its 32 lanes."""
    cells, now = cells_of(view), view.now
    if cells is None:
        return Scene()
    title = _title(view, cells)
    if now is None:
        return Scene((*title, _not_kept(view, cells)))
    texts = _lane_texts(view, cells)
    states = lane_states(np.array([now.state], np.uint8), np.array([now.mask], np.uint32))[0]
    if view.facts.states is not None:
        idle = view.facts.states.idle_lanes(now.block, now.warp)
        states[idle & (states == ThreadState.FINISHED)] = ThreadState.IDLE
        wrong = view.facts.states.hazard_lanes(view.instant, now.block, now.warp)
        states[list(wrong)] = ThreadState.HAZARD
    items = title
    for lane in range(WARP_SIZE):
        state = ThreadState(int(states[lane])) if now.exists[lane] else None
        items += _lane(view, cells.rect(lane), lane, texts[lane], state)
    return Scene(tuple(items), (Area(cells.card, lambda x, y: _hit(view, cells, x, y)),))


def funnel(view: Viewpoint) -> tuple[Item, ...]:
    """Two thin lines from the warp's block down to its card, where the block is above it."""
    card, grid = view.layout.card, view.grid
    tile = grid.tile_rect(view.focus.block)
    inside = tile.x >= grid.view.x - 1 and tile.right <= grid.view.right + 1
    seen = inside and grid.view.y < tile.bottom <= grid.view.bottom and tile.w >= 8
    if card is None or not seen or card.y < tile.bottom:
        return ()
    ends = [(tile.x, card.x + 6), (tile.right, card.right - 6)]
    points = [(a, tile.bottom, a, tile.bottom, b, card.y, b, card.y) for a, b in ends]
    return (Curves(np.array(points), view.theme.line),)


def _title(view: Viewpoint, cells: LaneCells) -> list[Item]:
    focus, now, theme, back = view.focus, view.now, view.theme, view.theme.panel
    room, size, small = cells.title, view.px(TITLE_TEXT), view.px(SPAN_TEXT)
    threads = WARP_SIZE if now is None else int(now.exists.sum())
    block = block_name(view.trace, focus.block)
    title = phrase(
        "card",
        "block {block} · warp {warp} · {lanes} " + ("lane" if threads == 1 else "lanes"),
        block=block,
        warp=focus.warp,
        lanes=threads,
    )
    name = view.say(title)
    items: list[Item] = [Label(room, name, theme.text, size, bold=True, back=back)]
    taken = view.measure(name, size) * 1.12 + 14
    right = _mask_text(view, room.w - taken)
    if right:
        items.append(Label(room, right, theme.muted, small, mono=True, align="right"))
    behind = room._replace(x=room.x + taken, w=room.w - taken - mono_width(right, small) - 12)
    items += [
        Label(behind, text, theme.muted, small, mono=True, back=back)
        for text in _span_texts(view)
        if mono_width(text, small) <= behind.w
    ][:1]
    return items


def _mask_text(view: Viewpoint, room: float) -> str:
    """The active mask, with as many words as fit."""
    if view.now is None or view.now.statement is None:
        return ""
    mask = f"0x{view.now.mask:08x}"
    texts = (view.say(phrase("mask", "active mask {mask}", mask=mask)), mask)
    return next((text for text in texts if mono_width(text, view.px(SPAN_TEXT)) <= room), "")


def _span_texts(view: Viewpoint) -> tuple[str, str]:
    """What the index variables span in this warp, and shorter, just their names."""
    if not view.values:
        return "threadIdx", ""
    lane = view.focus.lane
    if lane is not None and view.layout.least_px:  # large letters: lanes have no room for values
        held = [(v.name, v.value[lane : lane + 1]) for v in view.values if v.known[lane]]
    else:
        held = [(v.name, v.value[v.known]) for v in view.values]
    spans = [(name, values) for name, values in held if len(values)]
    texts = (f"{name} {_span(int(one.min()), int(one.max()))}" for name, one in spans)
    return "  ".join(texts), ", ".join(name for name, _ in spans)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}…{high}"


def _not_kept(view: Viewpoint, cells: LaneCells) -> Item:
    followed = view.trace.followed
    names = ", ".join(block_name(view.trace, block) for block in followed[:4])
    more = " …" if len(followed) > 4 else ""
    template = "The steps of this block were not kept. Followed blocks: {names}"
    text = phrase("not-kept", template, names=names + more)
    room = cells.rect(0)._replace(w=cells.card.w - 2 * cells.pad)
    return Label(room, view.say(text), view.theme.muted, view.px(12))


def _lane(
    view: Viewpoint, rect: Rect, lane: int, texts: list[str], state: ThreadState | None
) -> list[Item]:
    theme = view.theme
    if state is None:
        return [Panel(rect, "", mix(theme.line, theme.panel, 0.6), radius=4)]
    chosen = lane == view.focus.lane
    stroke = theme.text if chosen else theme.line if state is ThreadState.MASKED_OFF else ""
    ink = state_ink(theme, state)
    number = Rect(rect.x, rect.y + 2, rect.w, NUMBER) if texts else rect
    size = view.px(LANE_NUMBER if rect.w >= WIDE_LANE else LANE_TEXT)
    items: list[Item] = [
        Panel(rect, state_color(theme, state), stroke, radius=4, width=2 if chosen else 1),
    ]
    margin = 0.0 if view.layout.least_px else LANE_MARGIN
    if view.measure("00", size) + margin <= rect.w or lane % FEW_NUMBERS == 0:
        bold = state in INKED and not view.layout.least_px  # two digits have no room for that
        items.append(Label(number, str(lane), ink, size, bold=bold, align="center"))
    for row, text in enumerate(texts):
        below = Rect(rect.x, rect.y + NUMBER + row * VALUE, rect.w, VALUE + 2)
        items.append(Label(below, text, ink, view.px(LANE_TEXT), align="center"))
    return items


def _lane_texts(view: Viewpoint, cells: LaneCells) -> list[list[str]]:
    """What the index variables hold in each lane, before they are known threadIdx; nothing at all
    where one would not fit.
    """
    if not cells.shows_values:
        return [[] for _ in range(WARP_SIZE)]
    texts = [
        [str(v.value[lane]) if v.known[lane] else "" for v in view.values]
        or [_thread_name(view, lane)]
        for lane in range(WARP_SIZE)
    ]
    room = cells.rect(0).w
    widest = max(view.measure(text, LANE_TEXT) for lane in texts for text in lane)
    fits = widest + LANE_MARGIN <= room
    return texts if fits else [[] for _ in range(WARP_SIZE)]


def _thread_name(view: Viewpoint, lane: int) -> str:
    """threadIdx along the axes that the block has: "5" or "5, 2"; empty where no thread is."""
    shape, thread = view.trace.config.block, view.focus.warp * WARP_SIZE + lane
    if thread >= shape.size:
        return ""
    used = 3 if shape.z > 1 else 2 if shape.y > 1 else 1
    between = "," if used == 3 else ", "
    return between.join(str(axis) for axis in shape.index(thread)[:used])


def _hit(view: Viewpoint, cells: LaneCells, x: float, y: float) -> Hit | None:
    lane, now = cells.lane_at(x, y), view.now
    if lane is None or now is None or not now.exists[lane]:
        return None
    return ThreadHit(now.block, now.warp * WARP_SIZE + lane)
