"""Votes, ballots and matches of a warp, drawn: what each lane says, and what comes of it."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.exchanges import WarpExchange
from gpuviz.insight.warp_steps import lanes_in
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.stage.colours import mix
from gpuviz.scene.stage.scene import Curves, Item, Label, Panel, Rect, mono_width
from gpuviz.scene.theme import INK
from gpuviz.scene.warp_view.lane_cell import lane_cell, value_texts
from gpuviz.scene.warp_view.lanes_geometry import LaneRow
from gpuviz.scene.warp_view.picture import WarpPicture

NIBBLE = 4  # lanes of a hexadecimal digit


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
