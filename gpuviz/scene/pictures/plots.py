"""Bars, curves, texts and ways as items of a scene."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.numbers import percent, whole
from gpuviz.scene.pictures.content import GIVEN, NOW, PENDING, WRITTEN, Card, as_bars
from gpuviz.scene.pictures.look import PictureLook, Placed, bar_height
from gpuviz.scene.pictures.maze import GOAL, WALL, Walk, farthest, walk_from
from gpuviz.scene.scene import Captions, Cells, Edges, Item, Label, Panel, Rect, mono_width
from gpuviz.scene.sizes import SMALL_PX, SPACE_PX
from gpuviz.scene.stage.colours import argb, mix
from gpuviz.scene.stage.plot_items import Bars, Markers, Trail
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr

NUMBER_PX, VALUE_PX = 28.0, 48.0  # beside the bars
NAMED_FROM = 8.0  # pixels of a bar with a number
LOW_PX, LOW_FONT_PX = 10.0, 9  # bars that are lower have smaller numbers
ARROWS = "↑→↓←"
SMALLEST_ARROW, LARGEST_ARROW = 9, 24
LINE_PX = 15.0
TEXT_PX = SMALL_PX + 1
LETTER_PX = mono_width("m", TEXT_PX)
FIRST_LETTER, LAST_LETTER = 32, 126
TICK_PX = 46.0
NAMES_PX, MOST_HEAT_PX = 56.0, 28.0  # of the names of rows, and height of a row
SHADES = 32  # of each colour
GAP_FROM = 5.0  # pixels of a cell that is set off from its neighbours
LEAST_SHARE = 0.001  # that is told in figures


def bar_items(placed: Placed, look: PictureLook) -> list[Item]:
    """A lying bar for each value, the largest in the colour of what is chosen."""
    values, body, theme = as_bars(placed.card.array), placed.body, look.theme
    known = np.where(np.isfinite(values), values, 0.0)
    best, high = int(np.argmax(known)), bar_height(placed.card, body)
    seen = min(len(values), int(body.h / high))
    zero, scale = _bar_scale(known, body)
    items: list[Item] = []
    for number in range(seen):
        y = body.y + number * high
        end = zero + known[number] * scale
        rect = (min(zero, end), y + 1, max(abs(end - zero), 1.0), max(high - 3, 2.0))
        color = theme.accent if number == best else theme.read
        items.append(Bars(np.array([rect]), color if np.isfinite(values[number]) else theme.hazard))
        if high >= NAMED_FROM:
            items += _bar_names(number, values[number], Rect(body.x, y, body.w, high - 1), look,
                                bold=number == best)  # fmt: skip
    if seen < len(values):
        place = Rect(body.x, body.bottom - LINE_PX, body.w, LINE_PX)
        words = tr("the first {n} of {all}").format(n=whole(seen), all=whole(len(values)))
        items.append(Label(place, words, theme.muted, back=theme.panel))
    return items


def bar_at(placed: Placed, y: float) -> int | None:
    """The bar at a height."""
    number = int((y - placed.body.y) / bar_height(placed.card, placed.body))
    return number if 0 <= number < len(as_bars(placed.card.array)) else None


def curve_items(placed: Placed, look: PictureLook) -> list[Item]:
    """A line through all values, with the smallest and the largest at the left."""
    values, theme = np.asarray(placed.card.array, np.float64), look.theme
    plot = curve_plot(placed)
    low, high = _range(values)
    items: list[Item] = [Panel(plot, theme.raised, radius=3)]
    for value, y in ((high, plot.y), (low, plot.bottom - LINE_PX)):
        place = Rect(placed.body.x, y, TICK_PX - 2 * SPACE_PX, LINE_PX)
        items.append(Label(place, f"{value:.3g}", theme.muted, align="right"))
    points = curve_points(values, plot)
    if placed.card.state is not None:
        points[placed.card.state.ravel() == PENDING, 1] = np.nan
    ends = Rect(plot.x, plot.bottom, plot.w, LINE_PX)
    items.append(Label(ends, "0", theme.muted))
    items.append(Label(ends, whole(len(values) - 1), theme.muted, align="right"))
    known = points[np.isfinite(points[:, 1])]
    items.append(Trail(known, theme.write, 1.6))
    if len(known):
        items.append(Markers(known[-1:], theme.write))
    return items


def curve_plot(placed: Placed) -> Rect:
    """The room of the line itself."""
    body = placed.body
    return Rect(body.x + TICK_PX, body.y, body.w - TICK_PX, max(body.h - LINE_PX, 20.0))


def curve_points(values: NDArray[np.float64], plot: Rect) -> NDArray[np.float64]:
    """[n, 2] pixels."""
    low, high = _range(values)
    x = plot.x + 4 + (plot.w - 8) * np.linspace(0, 1, len(values))
    y = plot.bottom - 4 - (plot.h - 8) * (values - low) / (high - low or 1.0)
    return np.column_stack([x, y])


def curve_index(placed: Placed, x: float) -> int:
    """The value whose point is nearest."""
    plot, count = curve_plot(placed), len(placed.card.array)
    share = (x - plot.x - 4) / max(plot.w - 8, 1.0)
    return min(max(round(share * (count - 1)), 0), count - 1)


def text_items(placed: Placed, look: PictureLook) -> list[Item]:
    """ASCII in lines; what is no letter is a dot. What the launches wrote stands out from what was
    given, and what they have not written yet is a faint dot.
    """
    card, body, theme = placed.card, placed.body, look.theme
    page = text_page(placed)
    items: list[Item] = [Panel(body, theme.raised, radius=4)]
    text = letters(card.array)
    for number, (start, end) in enumerate(page.seen):
        y = body.y + SPACE_PX + number * LINE_PX
        if card.state is None:
            place = Rect(body.x + 2 * SPACE_PX, y, body.w - 4 * SPACE_PX, LINE_PX)
            items.append(Label(place, text[start:end], theme.text, TEXT_PX, mono=True))
            continue
        for first, last, kind in _runs(card, start, end):
            x = body.x + 2 * SPACE_PX + (first - start) * LETTER_PX
            words = "·" * (last - first) if kind == PENDING else text[first:last]
            items += _run_items(words, kind, x, y, theme)
    if page.cut:
        y = body.y + SPACE_PX + len(page.seen) * LINE_PX
        place = Rect(body.x + 2 * SPACE_PX, y, body.w - 4 * SPACE_PX, LINE_PX)
        items.append(Label(place, "…", theme.text, TEXT_PX, mono=True))
    return items


def _run_items(words: str, kind: int, x: float, y: float, theme: Theme) -> list[Item]:
    """Letters that came about alike, each in its place."""
    colors = {GIVEN: theme.muted, PENDING: theme.faint, WRITTEN: theme.text, NOW: theme.background}
    middles = [(x + (n + 0.5) * LETTER_PX, y + LINE_PX / 2) for n in range(len(words))]
    bold = kind in (WRITTEN, NOW)
    letters_of = tuple(words)
    one_color = (colors[kind],) * len(words)
    run = Captions(np.array(middles), letters_of, one_color, TEXT_PX, bold=bold, mono=True)
    if kind != NOW:
        return [run]
    return [Panel(Rect(x - 1, y, len(words) * LETTER_PX + 2, LINE_PX), theme.accent, radius=2), run]


@dataclass(frozen=True, slots=True)
class TextPage:
    """The lines that are seen, each from one letter of the array up to another."""

    seen: tuple[tuple[int, int], ...]
    cut: bool  # there are more


def text_page(placed: Placed) -> TextPage:
    """How the text of a card is cut into lines."""
    body = placed.body
    per_line = max(int((body.w - 4 * SPACE_PX) / LETTER_PX), 8)
    text = letters(placed.card.array)
    if placed.card.state is not None:
        pending = placed.card.state == PENDING
        text = "".join("·" if late else one for one, late in zip(text, pending, strict=True))
    lines = _lines(text, per_line)
    if len(lines) > 1 and lines[-1][0] == lines[-1][1]:  # behind the last line end
        lines = lines[:-1]
    room = max(int((body.h - 2 * SPACE_PX) / LINE_PX), 1)
    if len(lines) <= room:
        return TextPage(tuple(lines), False)
    return TextPage(tuple(lines[: room - 1]), True)


def letter_at(placed: Placed, x: float, y: float) -> int | None:
    """The letter at a point."""
    body = placed.body
    row = int((y - body.y - SPACE_PX) // LINE_PX)
    page = text_page(placed).seen
    if not 0 <= row < len(page):
        return None
    start, end = page[row]
    letter = start + int((x - body.x - 2 * SPACE_PX) // LETTER_PX)
    return letter if start <= letter < end else None


def letter_rect(placed: Placed, letter: int) -> Rect | None:
    """Where a letter stands."""
    body = placed.body
    for row, (start, end) in enumerate(text_page(placed).seen):
        if start <= letter < end:
            x = body.x + 2 * SPACE_PX + (letter - start) * LETTER_PX
            return Rect(x, body.y + SPACE_PX + row * LINE_PX, LETTER_PX, LINE_PX)
    return None


def _runs(card: Card, start: int, end: int) -> list[tuple[int, int, int]]:
    """Letters of a line that came about alike: (first, last, how)."""
    assert card.state is not None
    state = card.state.ravel()[start:end]
    ends = [*(np.flatnonzero(np.diff(state)) + 1).tolist(), len(state)]
    runs, first = [], 0
    for last in ends:
        if last > first:
            runs.append((start + first, start + last, int(state[first])))
        first = last
    return runs


def letters(array: NDArray[np.integer]) -> str:
    """The text; line ends stay."""
    codes = [int(code) for code in array.ravel()]
    return "".join(
        chr(code) if FIRST_LETTER <= code <= LAST_LETTER or code == ord("\n") else "·"
        for code in codes
    )


def arrow_items(placed: Placed, look: PictureLook) -> list[Item]:
    """An arrow in each field; a dot where the number means none."""
    array, body, theme = placed.card.array, placed.body, look.theme
    rows, columns = array.shape
    side = arrow_side(placed)
    ground = Rect(body.x, body.y, side * columns, side * rows)
    lines = [(ground.x, ground.y + n * side, ground.right, ground.y + n * side)
             for n in range(rows + 1)]  # fmt: skip
    lines += [(ground.x + n * side, ground.y, ground.x + n * side, ground.bottom)
              for n in range(columns + 1)]  # fmt: skip
    fields = [(r, c) for r in range(rows) for c in range(columns)]
    texts = tuple(arrow_of(array[field]) for field in fields)
    points = np.array([(body.x + (c + 0.5) * side, body.y + (r + 0.5) * side) for r, c in fields])
    size = int(min(max(side * 0.6, SMALLEST_ARROW), LARGEST_ARROW))
    if placed.card.maze:
        texts = tuple(_on_ground(placed.card, field, text)
                      for field, text in zip(fields, texts, strict=True))  # fmt: skip
    known = (*ARROWS, GOAL)
    colors = tuple(theme.text if text in known else theme.muted for text in texts)
    return [
        Panel(ground, theme.raised, radius=0),
        *_ground_items(placed, look),
        Edges(np.array(lines), theme.line),
        Captions(points, texts, colors, size, bold=True),
        *_walk_items(placed, look),
    ]


def walk_of(card: Card) -> Walk | None:
    """Where an agent comes to that follows the arrows."""
    if not card.maze or card.problem:
        return None
    return walk_from(card.array, card.maze, card.start or farthest(card.maze))


def _on_ground(card: Card, field: tuple[int, int], text: str) -> str:
    """Walls have no words, the goal has its letter."""
    ground = card.maze[field[0]][field[1]]
    return {WALL: "", GOAL: GOAL}.get(ground, text)


def _ground_items(placed: Placed, look: PictureLook) -> list[Item]:
    """Walls, and the goal."""
    body, side, theme = placed.body, arrow_side(placed), look.theme
    items: list[Item] = []
    for row, letters_of_row in enumerate(placed.card.maze):
        for column, letter in enumerate(letters_of_row):
            if letter in (WALL, GOAL):
                rect = Rect(body.x + column * side, body.y + row * side, side, side)
                color = theme.faint if letter == WALL else theme.finished
                items.append(Panel(rect, color, radius=0))
    return items


def _walk_items(placed: Placed, look: PictureLook) -> list[Item]:
    """The way from the start, and the agent on it."""
    walk = walk_of(placed.card)
    if walk is None:
        return []
    body, side, theme = placed.body, arrow_side(placed), look.theme
    points = np.array([(body.x + (c + 0.5) * side, body.y + (r + 0.5) * side)
                       for r, c in walk.fields])  # fmt: skip
    at = min(placed.card.moves or 0, len(points) - 1)
    return [
        Trail(points, theme.write, 2, "solid" if walk.arrives else "dashed", 0.8),
        Markers(points[at : at + 1], theme.accent, radius=side * 0.26),
        Markers(points[at : at + 1], theme.text, radius=side * 0.26, hollow=theme.accent),
    ]


def heat_items(placed: Placed, look: PictureLook) -> list[Item]:
    """A row of cells for each variable, with its name; 0 has no colour, 1 and -1 the most."""
    card, theme = placed.card, look.theme
    rect = heat_rect(placed)
    pixels = signed_pixels(card.array, np.ones(1), theme)
    items: list[Item] = []
    high = rect.h / len(card.rows)
    for row, name in enumerate(card.rows):
        y = rect.y + row * high
        words = Rect(placed.body.x, y + (high - LINE_PX) / 2, NAMES_PX - 2 * SPACE_PX, LINE_PX)
        items.append(Label(words, name, theme.muted, mono=True, align="right"))
        cells = Rect(rect.x, y + 1, rect.w, high - 3)
        gap = theme.panel if rect.w / card.array.shape[1] >= GAP_FROM else ""
        items.append(Cells(cells, pixels[row : row + 1], gap))
    return items


def heat_rect(placed: Placed) -> Rect:
    """The room of the cells."""
    body = placed.body
    high = min(body.h, MOST_HEAT_PX * len(placed.card.rows))
    return Rect(body.x + NAMES_PX, body.y, body.w - NAMES_PX, high)


def heat_at(placed: Placed, x: float, y: float) -> tuple[int, ...] | None:
    """The cell at a point."""
    rect = heat_rect(placed)
    if placed.card.kind != "heat" or not rect.contains(x, y):
        return None
    rows, columns = placed.card.array.shape
    return int((y - rect.y) / rect.h * rows), int((x - rect.x) / rect.w * columns)


def signed_pixels(
    values: NDArray[np.float64], of: NDArray[Any], theme: Theme
) -> NDArray[np.uint32]:
    """Below 0 in one colour, above in another, 0 in none; `of` has the largest of all there are."""
    sizes = np.abs(np.asarray(of, np.float64))
    largest = float(sizes[np.isfinite(sizes)].max(initial=0.0)) or 1.0
    share = np.clip(np.where(np.isfinite(values), values, 0.0) / largest, -1, 1)
    levels = np.rint(share * SHADES).astype(int) + SHADES
    colors = [
        mix(theme.write if level > SHADES else theme.read, theme.raised, abs(level / SHADES - 1))
        for level in range(2 * SHADES + 1)
    ]
    pixels: NDArray[np.uint32] = np.array([argb(color) for color in colors], np.uint32)[levels]
    return pixels


def arrow_side(placed: Placed) -> float:
    """Pixels of a field."""
    rows, columns = placed.card.array.shape
    return float(min(placed.body.w / columns, placed.body.h / rows))


def arrow_of(value: float) -> str:
    """Up, right, down, left."""
    known = math.isfinite(float(value)) and float(value) in (0, 1, 2, 3)
    return ARROWS[int(value)] if known else "·"


def _bar_scale(values: NDArray[np.float64], body: Rect) -> tuple[float, float]:
    """The x of 0, and pixels of 1."""
    low, high = min(float(values.min()), 0.0), max(float(values.max()), 0.0)
    left, right = body.x + NUMBER_PX, body.right - VALUE_PX
    scale = (right - left) / (high - low or 1.0)
    return left - low * scale, scale


def _bar_names(
    number: int, value: float, room: Rect, look: PictureLook, *, bold: bool
) -> list[Item]:
    theme = look.theme
    color = theme.text if bold else theme.muted
    size = SMALL_PX if room.h + 1 >= LOW_PX else LOW_FONT_PX
    before = room._replace(w=NUMBER_PX - 2 * SPACE_PX)
    behind = Rect(room.right - VALUE_PX + SPACE_PX, room.y, VALUE_PX - SPACE_PX, room.h)
    words = _value_words(value)
    return [
        Label(before, str(number), color, size, bold=bold, mono=True, align="right"),
        Label(behind, words, color, size, bold=bold, align="right"),
    ]


def _value_words(value: float) -> str:
    """A share as percent, as far as a short word goes."""
    if not 0 <= value <= 1:
        return f"{value:.3g}"
    return f"< {percent(LEAST_SHARE)}" if 0 < value < LEAST_SHARE else percent(value)


def _range(values: NDArray[np.float64]) -> tuple[float, float]:
    known = values[np.isfinite(values)]
    return (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)


def _lines(text: str, wide: int) -> list[tuple[int, int]]:
    """Cut at line ends, and where a line is full at the last space: where each begins and ends."""
    found: list[tuple[int, int]] = []
    begin = 0
    for paragraph in text.split("\n"):
        end = begin + len(paragraph)
        first = begin
        while end - first > wide:
            cut = text.rfind(" ", first, first + wide + 1) - first
            cut = cut if cut > wide // 2 else wide
            found.append((first, first + cut))
            first += cut
            while first < end and text[first] == " ":
                first += 1
        found.append((first, end))
        begin = end + 1
    return found
