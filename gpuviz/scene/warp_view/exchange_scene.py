"""What the lanes of a warp give each other, drawn: arrows from lane to lane, or a vote."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpuviz.insight.exchanges import WarpExchange
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.stage.colours import mix
from gpuviz.scene.stage.scene import Area, Curves, Hit, Item, Rect, Scene, ThreadHit
from gpuviz.scene.warp_view.lane_cell import LANE, NUMBER, lane_cell, value_texts
from gpuviz.scene.warp_view.lanes_geometry import LaneRow, lane_row, row_below
from gpuviz.scene.warp_view.picture import WarpPicture
from gpuviz.scene.warp_view.vote_scene import ballot_items, match_items, vote_items

BIT = 22.0  # pixels
ROOMY = 2 * LANE + 26  # pixels of height from which lanes show their values in full
HEAD = 5.0  # pixels of an arrow's head


def exchange_scene(picture: WarpPicture, room: Rect) -> Scene:
    """The exchange that is looked at."""
    exchange = picture.exchange
    if exchange is None:
        return Scene()
    lane = LANE if room.h >= ROOMY else NUMBER
    above = lane_row(room, lane)
    below = row_below(above, room, BIT if exchange.form != "shuffle" else lane)
    draw = {"shuffle": _shuffle, "vote": vote_items, "ballot": ballot_items, "match": match_items}
    items = draw[exchange.form](picture, exchange, above, below)
    areas = tuple(Area(row.whole, _hitter(picture, row)) for row in (above, below))
    return Scene(tuple(items), areas)


def _shuffle(
    picture: WarpPicture, exchange: WarpExchange, above: LaneRow, below: LaneRow
) -> list[Item]:
    """Arrows from the lane that gives to the lane that gets."""
    theme, gives = picture.theme, np.zeros(WARP_SIZE, bool)
    gives[exchange.source[exchange.reads]] = True
    given = value_texts(exchange.given, gives | exchange.active, above.pitch - 3)
    got = value_texts(exchange.received, exchange.active, above.pitch - 3)
    items: list[Item] = []
    items += _arrows(picture, exchange, above, below)
    for lane in range(WARP_SIZE):
        there = bool(exchange.active[lane] or gives[lane])
        fill = mix(theme.read, theme.panel, 0.35) if gives[lane] else theme.raised
        items += lane_cell(picture, above, lane, given[lane], fill if there else "")
        fill = mix(theme.write, theme.panel, 0.35) if exchange.reads[lane] else theme.raised
        items += lane_cell(picture, below, lane, got[lane], fill if exchange.active[lane] else "")
    return items


def _arrows(
    picture: WarpPicture, exchange: WarpExchange, above: LaneRow, below: LaneRow
) -> list[Item]:
    """A thin curve for each lane that gets something; the chosen lane's is bright."""
    theme, readers = picture.theme, np.flatnonzero(exchange.reads)
    lanes = readers.tolist()
    curves = np.array([_curve(exchange, above, below, lane) for lane in lanes]).reshape(-1, 8)
    items: list[Item] = [Curves(curves, theme.read, 1, 0.45)]
    chosen = readers == (-1 if picture.lane is None else picture.lane)
    sent = exchange.source[readers] == (-1 if picture.lane is None else picture.lane)
    items.append(Curves(curves[sent], theme.read, 2))
    items.append(Curves(curves[chosen], theme.write, 2))
    heads = np.array([_head(below, lane) for lane in lanes]).reshape(-1, 8)
    return [*items, Curves(heads, theme.read, 1, 0.7)]


def _curve(exchange: WarpExchange, above: LaneRow, below: LaneRow, lane: int) -> tuple[float, ...]:
    start, end = above.middle(int(exchange.source[lane])), below.middle(lane)
    top, bottom = above.y + above.height, below.y - 2
    bend = (bottom - top) * 0.55
    return (start, top, start, top + bend, end, bottom - bend, end, bottom)


def _head(below: LaneRow, lane: int) -> tuple[float, ...]:
    """A small v above a lane that gets something."""
    x, y = below.middle(lane), below.y - 1
    return (x - HEAD / 2, y - HEAD, x, y, x, y, x + HEAD / 2, y - HEAD)


def _hitter(picture: WarpPicture, row: LaneRow) -> Callable[[float, float], Hit | None]:
    def at(x: float, y: float) -> Hit | None:
        lane = row.lane_at(x)
        if lane is None or not picture.steps.exists >> lane & 1:
            return None
        return ThreadHit(picture.steps.block, picture.thread(lane))

    return at
