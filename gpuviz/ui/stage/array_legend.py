"""The line that goes with the arrays: what the chosen threads do to them, and what colours mean."""

from __future__ import annotations

from gpuviz.ui.stage.array_lit import chosen_threads
from gpuviz.ui.stage.colours import mix
from gpuviz.ui.stage.layout import LEGEND
from gpuviz.ui.stage.scene import Item, Label, Panel, Rect
from gpuviz.ui.stage.touch_words import touched_sentences
from gpuviz.ui.stage.viewpoint import Viewpoint
from gpuviz.ui.stage.words import READ_BEFORE, READS_NOW, WRITES_NOW, WRITTEN_BEFORE

SIZE = 11
SWATCH = 9.0
AIR = 12.0
LINE = 17.0


def elements_legend(view: Viewpoint) -> tuple[Item, ...]:
    """The sentence left of the colours, or above them where it is narrow."""
    room = view.layout.legend
    if room is None:
        return ()
    two_rows = room.h > LEGEND
    parts = _parts(view)
    width = sum(_width(view, name) for _, name in parts)
    left = room.x if two_rows else max(room.right - width + AIR, room.x)
    colours = Rect(left, room.bottom - LEGEND, room.right - left, LINE)
    words = Rect(room.x, room.y, room.w if two_rows else left - room.x - AIR, LINE)
    return (*_sentence(view, words), *_swatches(view, parts, colours))


def _sentence(view: Viewpoint, room: Rect) -> list[Item]:
    """The fullest way to say it that fits."""
    who = chosen_threads(view)
    if who is None or view.facts.order is None:
        return []
    texts = touched_sentences(view.trace, who, view.facts.touched(who), view.say)
    fitting = [text for text in texts if view.measure(text, SIZE) <= room.w]
    text = fitting[0] if fitting else texts[-1]
    return [Label(room, text, view.theme.text, SIZE, back=view.theme.background)]


def _swatches(view: Viewpoint, parts: list[tuple[str, str]], room: Rect) -> list[Item]:
    items: list[Item] = []
    x = room.x
    for color, name in parts:
        width = _width(view, name)
        square = Rect(x, room.y + (room.h - SWATCH) / 2, SWATCH, SWATCH)
        words = Rect(x + SWATCH + 5, room.y, width - SWATCH - 5 - AIR + 2, room.h)
        items.append(Panel(square, color, radius=2))
        items.append(Label(words, name, view.theme.muted, SIZE, back=view.theme.background))
        x += width
    return items


def _width(view: Viewpoint, name: str) -> float:
    return view.measure(name, SIZE) + SWATCH + 5 + AIR


def _parts(view: Viewpoint) -> list[tuple[str, str]]:
    theme = view.theme
    return [
        (theme.read, view.say(READS_NOW)),
        (mix(theme.read, theme.background, 0.35), view.say(READ_BEFORE)),
        (theme.write, view.say(WRITES_NOW)),
        (mix(theme.write, theme.background, 0.4), view.say(WRITTEN_BEFORE)),
    ]
