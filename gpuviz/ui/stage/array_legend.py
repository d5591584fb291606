"""The line that goes with the arrays: what the chosen threads do to them, and what colours mean."""

from __future__ import annotations

from gpuviz.ui.stage.array_lit import chosen_threads
from gpuviz.ui.stage.colours import mix
from gpuviz.ui.stage.element_words import element_parts
from gpuviz.ui.stage.layout import LEGEND
from gpuviz.ui.stage.scene import Item, Label, Panel, Rect
from gpuviz.ui.stage.touch_words import touched_parts
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
    one_row = room.h <= LEGEND
    parts = _parts(view)
    width = sum(_width(view, name) for _, name in parts)
    left = max(room.right - width + AIR, room.x) if one_row else room.x
    colours = Rect(left, room.bottom - LEGEND, room.right - left, LINE)
    words = Rect(room.x, room.y, left - room.x - AIR, LEGEND)
    if not one_row:
        words = room._replace(h=room.h - LEGEND)
    return (*_sentence(view, words), *_swatches(view, parts, colours))


def _sentence(view: Viewpoint, room: Rect) -> list[Item]:
    """The fullest way to say it that fits; its last row stands right above what comes below."""
    rows = int(room.h // LEGEND)
    ways = [_flowed(view, parts, room.w) for parts in _texts(view)]
    fitting = [way for way in ways if len(way) <= rows] or [way[:rows] for way in ways[-1:]]
    shown = fitting[0] if fitting else []
    top = room.bottom - len(shown) * LEGEND
    places = [Rect(room.x, top + row * LEGEND, room.w, LINE) for row in range(len(shown))]
    color, back = view.theme.text, view.theme.background
    placed = zip(places, shown, strict=True)
    return [Label(place, text, color, SIZE, back=back) for place, text in placed]


def _flowed(view: Viewpoint, parts: tuple[str, ...], width: float) -> list[str]:
    """Parts behind each other while they fit, then in the next row."""
    rows: list[str] = []
    for part in parts:
        longer = f"{rows[-1]} · {part}" if rows else part
        if rows and view.measure(longer, SIZE) <= width:
            rows[-1] = longer
        else:
            rows.append(part)
    return rows


def _texts(view: Viewpoint) -> list[tuple[str, ...]]:
    """Of the chosen element, or of the chosen threads; from full to short."""
    element, who = view.arrays.element, chosen_threads(view)
    if element is not None and view.arrays.element_speaks:
        return element_parts(view.facts, element, view.instant, view.say)
    if who is None:
        return []
    return touched_parts(view.trace, who, view.facts.touched(who), view.say)


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
