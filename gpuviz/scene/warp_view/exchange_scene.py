"""What the lanes of a warp give each other, drawn: arrows from lane to lane; votes, ballots and
matches with what each lane says, and what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.exchanges import WarpExchange
from gpuviz.insight.warp_steps import lanes_in
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.numbers import kernel_value
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
from gpuviz.scene.stage.colours import mix
from gpuviz.scene.theme import INK
from gpuviz.scene.warp_view.geometry import SMALL
from gpuviz.scene.warp_view.lane_numbers import lane_number
from gpuviz.scene.warp_view.lanes_geometry import LaneRow, lane_row, row_below
from gpuviz.scene.warp_view.picture import WarpPicture

NIBBLE = 4  # lanes of a hexadecimal digit
BIT = 22.0  # pixels
LANE = 32.0  # pixels of a lane: its number, and a value
NUMBER, VALUE = 15.0, 14.0
ROOMY = 2 * LANE + 26  # pixels of height from which lanes show their values in full
HEAD = 5.0  # pixels of an arrow's head


def lane_cell(picture: WarpPicture, row: LaneRow, lane: int, text: str, fill: str) -> list[Item]:
    """A lane's number and value; without a fill it takes no part."""
    theme, rect = picture.theme, row.rect(lane)
    chosen = lane == picture.lane
    ink = theme.text if fill else theme.muted
    stroke, width = (theme.text, 2) if chosen else (theme.line, 1)
    items: list[Item] = [
        Panel(rect, fill, stroke, radius=3, width=width),
        *lane_number(picture, row, lane, ink, NUMBER, bold=chosen),
    ]
    if fill and text and row.height >= LANE:
        room = Rect(rect.x - 1, rect.y + NUMBER, rect.w + 2, VALUE)
        items.append(Label(room, text, ink, SMALL, mono=True, align="center"))
    return items


def value_texts(values: NDArray[Any], lanes: NDArray[np.bool_], room: float) -> list[str]:
    """The values of some lanes, all with as many figures as have room; empty where none has."""
    for figures in (None, 3, 2, 1):
        texts = [_short(value, figures) for value in values]
        if all(mono_width(texts[n], SMALL) <= room for n in np.flatnonzero(lanes)):
            return texts
    return [""] * len(values)


def _short(value: object, figures: int | None) -> str:
    """A value in full, or a number that is not whole with so many figures."""
    if figures is None or not isinstance(value, (float, np.floating)):
        return kernel_value(value)
    return f"{value:.{figures}g}"


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


def ballot_items(
    picture: WarpPicture, exchange: WarpExchange, above: LaneRow, below: LaneRow
) -> list[Item]:
    """What each lane says, and under it its bit; each four bits are a hexadecimal digit."""
    lane = _asked(picture, exchange)
    word = int(exchange.received[lane])
    foot, head = above.y + above.height, below.y
    yes = [above.middle(n) for n in lanes_in(word & exchange.mask).tolist()]
    lines = np.array([(x, foot, x, head, x, foot, x, head) for x in yes]).reshape(-1, 8)
    return [
        Curves(lines, picture.theme.line, 1),
        *_said(picture, exchange, above),
        *_word(picture, word, below, above.y + above.height),
    ]


def vote_items(
    picture: WarpPicture, exchange: WarpExchange, above: LaneRow, below: LaneRow
) -> list[Item]:
    """What each lane says, and the one result."""
    theme = picture.theme
    result = bool(exchange.received[_asked(picture, exchange)])
    text = f"{exchange.kind} → {result}"
    width = mono_width(text, 13) + 28
    middle = below.whole.x + below.whole.w / 2
    box = Rect(middle - width / 2, below.y - 3, width, below.height + 3)
    fill = mix(theme.finished, theme.panel, 0.45) if result else theme.raised
    foot, voters = above.y + above.height, np.flatnonzero(exchange.active).tolist()
    ends = [(above.middle(n), foot, above.middle(n), box.y, middle, foot) for n in voters]
    lines = np.array([(*end, middle, box.y) for end in ends]).reshape(-1, 8)
    return [
        Curves(lines, theme.line, 1),
        *_said(picture, exchange, above),
        Panel(box, fill, theme.line, radius=5),
        Label(box, text, theme.text, 13, bold=True, mono=True, align="center"),
    ]


def match_items(
    picture: WarpPicture, exchange: WarpExchange, above: LaneRow, below: LaneRow
) -> list[Item]:
    """The lanes in the colour of the value that they hold; under them the chosen lane's word."""
    colors = _group_colors(picture, exchange)
    texts = value_texts(exchange.given, exchange.active, above.pitch - 3)
    items: list[Item] = []
    for lane in range(WARP_SIZE):
        items += lane_cell(picture, above, lane, texts[lane], colors.get(lane, ""))
    word = int(exchange.received[_asked(picture, exchange)])
    return [*items, *_word(picture, word, below, above.y + above.height)]


def _group_colors(picture: WarpPicture, exchange: WarpExchange) -> dict[int, str]:
    """A colour for each lane that takes part: the same one for the same value."""
    theme = picture.theme
    hues = (theme.read, theme.write, theme.finished, theme.barrier, theme.running)
    colors: dict[int, str] = {}
    for row, group in enumerate(exchange.groups):
        share = 0.55 if row // len(hues) % 2 == 0 else 0.28
        fill = mix(hues[row % len(hues)], theme.panel, share)
        colors |= dict.fromkeys(group.tolist(), fill if len(group) > 1 else theme.raised)
    return colors


def _said(picture: WarpPicture, exchange: WarpExchange, row: LaneRow) -> list[Item]:
    """Yes or no of each lane."""
    theme, items = picture.theme, list[Item]()
    for lane in range(WARP_SIZE):
        says = bool(exchange.given[lane])
        fill = mix(theme.finished, theme.panel, 0.6) if says else theme.raised
        text = "yes" if says else "no"
        items += lane_cell(picture, row, lane, text, fill if exchange.active[lane] else "")
    return items


def _word(picture: WarpPicture, word: int, row: LaneRow, top: float) -> list[Item]:
    """A word as 32 bits, the hexadecimal digit of each four above them."""
    theme, items = picture.theme, list[Item]()
    for lane in range(WARP_SIZE):
        bit, rect = word >> lane & 1, row.rect(lane)
        fill, ink = (theme.running, INK) if bit else (theme.masked_off, theme.muted)
        items.append(Panel(rect, fill, "" if bit else theme.line, radius=3))
        items.append(Label(rect, str(bit), ink, 11, bold=bool(bit), mono=True, align="center"))
    for lane in range(0, WARP_SIZE, NIBBLE):
        left, right = row.rect(lane), row.rect(lane + NIBBLE - 1)
        bar = Rect(left.x, row.y - 5, right.right - left.x, 2)
        digit = Rect(left.x, max(row.y - 22, top + 2), bar.w, 16)
        items.append(Panel(bar, theme.line, radius=1))
        text = f"{word >> lane & 15:x}"
        items.append(Label(digit, text, theme.text, 11, bold=True, mono=True, align="center"))
    return items


def _asked(picture: WarpPicture, exchange: WarpExchange) -> int:
    """The lane whose result is shown: the chosen one where it takes part, else the first."""
    if picture.lane is not None and exchange.active[picture.lane]:
        return picture.lane
    return int(exchange.active.argmax())
