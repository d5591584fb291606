"""How the legend of a timeline looks: swatches with words, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from gpuviz.scene.scene import Item, Label, Panel, Rect
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stage.plot_items import Bars
from gpuviz.scene.timeline.look import Rooms, TimelineLook

SWATCH_PX, SWATCH_HIGH = 14.0, 10.0
AIR = 16.0  # after an entry
Swatch = Literal["measured", "modelled", "ground"]


class Entry(NamedTuple):
    """Words, their colour, and whether it is that of bars or of the ground behind them."""

    words: str
    color: str
    swatch: Swatch


def entries_px(entries: Sequence[Entry], look: TimelineLook) -> float:
    """Pixels of all entries."""
    return sum(_entry_px(entry, look) for entry in entries)


def entries_row(entries: Sequence[Entry], rooms: Rooms, look: TimelineLook) -> list[Item]:
    """The entries side by side, where there is room for them."""
    items: list[Item] = []
    if not rooms.legend.w:
        return items
    x, y = rooms.legend.x + AIR, rooms.legend.y + (rooms.legend.h - SWATCH_HIGH) / 2
    for entry in entries:
        place = Rect(x, y, SWATCH_PX, SWATCH_HIGH)
        if entry.swatch == "ground":
            items.append(Panel(place, entry.color, look.theme.line, radius=2))
        else:
            hatched = entry.swatch == "modelled"
            items.append(Bars(np.array([tuple(place)]), entry.color, hatched=hatched))
        left, wide = place.right + 2 * SPACE_PX, look.wide(entry.words)
        name = Rect(left, rooms.legend.y, wide, rooms.legend.h)
        items.append(Label(name, entry.words, look.theme.muted))
        x += _entry_px(entry, look)
    return items


def _entry_px(entry: Entry, look: TimelineLook) -> float:
    return SWATCH_PX + 2 * SPACE_PX + look.wide(entry.words) + AIR
