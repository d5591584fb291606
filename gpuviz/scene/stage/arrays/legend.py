"""The line that goes with the arrays: what is chosen does to them, and what their colours mean."""

from __future__ import annotations

from gpuviz.scene.scene import (
    Area,
    Cells,
    ElementColouringHit,
    Item,
    Label,
    Panel,
    Rect,
    Scene,
)
from gpuviz.scene.stage.arrays.element_words import element_parts
from gpuviz.scene.stage.arrays.legend_parts import COLOURING_NAMES, ElementColour, entries
from gpuviz.scene.stage.arrays.lit import chosen_threads
from gpuviz.scene.stage.arrays.scene import PlacedArray
from gpuviz.scene.stage.arrays.touch_words import touched_parts
from gpuviz.scene.stage.colours import css
from gpuviz.scene.stage.layout import LEGEND
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.words import phrase

SIZE = 11
SWATCH = 9.0
SCALE = 54.0  # pixels of a scale of colours
SEVERAL = 12  # colours from which they are a scale; fewer are swatches side by side
AIR = 12.0
LINE = 17.0


def elements_legend(view: Viewpoint, placed: tuple[PlacedArray, ...]) -> Scene:
    """The sentence left of the colours, or above them where it is narrow."""
    room = view.layout.legend
    if room is None:
        return Scene()
    if view.arrays.element_speaks:  # of what it holds now
        return _legend(view, placed, room)
    key = (room, view.layout.least_px, view.theme, view.arrays, chosen_threads(view), placed)
    return view.facts.kept("legend", key, lambda: _legend(view, placed, room))


def _legend(view: Viewpoint, placed: tuple[PlacedArray, ...], room: Rect) -> Scene:
    parts, choice = entries(view, placed), _choice_width(view)
    width = choice + sum(_width(view, entry) for entry in parts) - AIR
    if room.h <= LEGEND:
        left = max(room.right - width, room.x)
        words, below = room._replace(w=left - room.x - AIR), room._replace(x=left)
    else:
        rows = min(len(_wrapped(view, parts, room.w)), int(room.h // LEGEND) - 1) * LEGEND
        words = room._replace(h=room.h - rows)
        below = Rect(room.x, words.bottom, room.w, rows)
    pressed = Rect(below.x, below.y, choice - AIR, LINE)
    items = [*_sentence(view, words), *_choice(view, pressed)]
    items += _entries(view, _wrapped(view, parts, below.w), below)
    return Scene(tuple(items), (Area(pressed, lambda x, y: ElementColouringHit()),))


def _choice_width(view: Viewpoint) -> float:
    return view.measure(_choice_text(view), view.px(SIZE)) + 16 + AIR


def _choice_text(view: Viewpoint) -> str:
    by = view.say(COLOURING_NAMES[view.arrays.colouring])
    return view.say(phrase("coloured-by", "by {by} ▾", by=by))


def _choice(view: Viewpoint, room: Rect) -> list[Item]:
    theme = view.theme
    words = Rect(room.x + 8, room.y, room.w - 12, room.h)
    return [
        Panel(room, theme.raised, theme.line, radius=4),
        Label(words, _choice_text(view), theme.text, view.px(SIZE)),
    ]


def _sentence(view: Viewpoint, room: Rect) -> list[Item]:
    """The fullest way to say it that fits; its last row stands right above what comes below."""
    rows, size = int(room.h // LEGEND), view.px(SIZE)
    ways = [_flowed(view, parts, room.w) for parts in _texts(view)]
    whole = [way for way in ways if all(view.measure(row, size) <= room.w for row in way)]
    fitting = [way for way in whole if len(way) <= rows] or [way[:rows] for way in ways[-1:]]
    shown = fitting[0] if fitting else []
    top = room.bottom - len(shown) * LEGEND
    places = [Rect(room.x, top + row * LEGEND, room.w, LINE) for row in range(len(shown))]
    color, back = view.theme.text, view.theme.background
    placed = zip(places, shown, strict=True)
    return [Label(place, text, color, size, back=back) for place, text in placed]


def _flowed(view: Viewpoint, parts: tuple[str, ...], width: float) -> list[str]:
    """Parts behind each other while they fit, then in the next row."""
    rows: list[str] = []
    for part in parts:
        longer = f"{rows[-1]} · {part}" if rows else part
        if rows and view.measure(longer, view.px(SIZE)) <= width:
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


def _wrapped(
    view: Viewpoint, parts: list[ElementColour], width: float
) -> list[list[ElementColour]]:
    """Entries in rows; the first row begins with the choice."""
    rows: list[list[ElementColour]] = [[]]
    taken = _choice_width(view)
    for entry in parts:
        wide = _width(view, entry)
        if taken + wide - AIR > width + 1:
            rows.append([])
            taken = 0.0
        rows[-1].append(entry)
        taken += wide
    return rows


def _entries(view: Viewpoint, rows: list[list[ElementColour]], room: Rect) -> list[Item]:
    """As many rows as there is room for."""
    items: list[Item] = []
    for row, parts in enumerate(rows[: int(room.h // LEGEND)]):
        x = room.x + (_choice_width(view) if row == 0 else 0)
        for entry in parts:
            items += _entry(view, entry, x, room.y + row * LEGEND)
            x += _width(view, entry)
    return items


def _entry(view: Viewpoint, entry: ElementColour, x: float, y: float) -> list[Item]:
    theme, bar = view.theme, _bar(entry)
    place = Rect(x, y + (LINE - SWATCH) / 2, bar, SWATCH)
    items: list[Item] = []
    if len(entry.pixels) == 1:
        items.append(Panel(place, css(int(entry.pixels[0])), radius=2))
    elif bar:
        items.append(Cells(place, entry.pixels[None, :]))
    words = Rect(x + bar + 5, y, _width(view, entry) - bar - 5 - AIR + 2, LINE)
    size, back = view.px(SIZE), theme.background
    return [*items, Label(words, entry.name, theme.muted, size, back=back)]


def _width(view: Viewpoint, entry: ElementColour) -> float:
    return view.measure(entry.name, view.px(SIZE)) + _bar(entry) + 5 + AIR


def _bar(entry: ElementColour) -> float:
    count = len(entry.pixels)
    return SCALE if count >= SEVERAL else count * SWATCH
