"""What the colours of a timeline mean."""

from __future__ import annotations

import numpy as np

from gpuviz.ui.stage.colours import mix
from gpuviz.ui.stage.plot_items import Bars
from gpuviz.ui.stage.scene import Item, Label, Panel, Rect
from gpuviz.ui.style import SPACE_PX
from gpuviz.ui.texts import tr
from gpuviz.ui.timeline.look import Look, Rooms, Shown
from gpuviz.ui.timeline.pixels import TAIL
from gpuviz.ui.timeline.words import source_text

SWATCH_PX, SWATCH_HIGH = 14.0, 10.0
AIR = 16.0  # after an entry


def legend_px(shown: Shown, look: Look) -> float:
    """Pixels of all entries."""
    return sum(_entry_px(look, words) for words, _ in _entries(shown, look))


def legend(shown: Shown, rooms: Rooms, look: Look) -> list[Item]:
    """The entries side by side, where there is room for them."""
    items: list[Item] = []
    if not rooms.legend.w:
        return items
    x, y = rooms.legend.x + AIR, rooms.legend.y + (rooms.legend.h - SWATCH_HIGH) / 2
    for number, (words, color) in enumerate(_entries(shown, look)):
        place = Rect(x, y, SWATCH_PX, SWATCH_HIGH)
        if number:
            items.append(Panel(place, color, look.theme.line, radius=2))
        else:
            hatched = shown.timeline.source == "modelled"
            items.append(Bars(np.array([tuple(place)]), color, hatched=hatched))
        name = Rect(place.right + 2 * SPACE_PX, rooms.legend.y, look.wide(words), rooms.legend.h)
        items.append(Label(name, words, look.theme.muted))
        x += _entry_px(look, words)
    return items


def _entries(shown: Shown, look: Look) -> list[tuple[str, str]]:
    """Words and colours: of a block, of none, of places in the tail."""
    theme = look.theme
    words = tr("a block, {source}").format(source=source_text(shown.timeline))
    entries = [(words, theme.finished), (tr("no block"), theme.raised)]
    if shown.tail_s is not None:
        entries.append((tr("tail"), mix(theme.text, theme.raised, TAIL)))
    return entries


def _entry_px(look: Look, words: str) -> float:
    return SWATCH_PX + 2 * SPACE_PX + look.wide(words) + AIR
