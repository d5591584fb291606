"""How one element of a picture was made: the window, the weights, the products and their sum."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.element_making import ElementMaking, Looked, SumOfProducts
from gpuviz.scene.numbers import whole
from gpuviz.scene.pictures.look import PictureLook
from gpuviz.scene.pictures.plots import signed_pixels
from gpuviz.scene.scene import (
    Area,
    Captions,
    Cells,
    Hit,
    Item,
    Label,
    Outlines,
    PartHit,
    Rect,
    Scene,
)
from gpuviz.scene.sizes import BASE_PX, SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import in_turn, tr

EDGE = 12.0
LINE_PX = 16.0
CELL_W, CELL_H = 42.0, 15.0
LETTER_PX = 6.2  # of a digit in the small font
SIGN_PX = 20.0
MOST_SIDE = 5  # of a window whose numbers are written out
STRIP_PX = 12.0  # height of a row of products without numbers
SHADE = 0.45  # of the colour of the largest number; text on it is still read
ACROSS, DOT_PX = 48, 5.0  # of many numbers that were read: how many in a row, how wide
LARGEST = 3  # products that are written out of many
CLOSE_PX = 26.0  # for the button in the corner


@dataclass(frozen=True, slots=True)
class MakingStory:
    """What is told of an element: `note` instead of a making whose steps are not there."""

    title: str  # "maps1[0, 3, 12, 5] = 0.42"
    where: str  # which launch, block and thread
    making: ElementMaking | None
    note: str = ""
    after: tuple[str, ...] = ()  # what later launches made of it
    part: int = 0  # of several windows, such as those of all channels, the one written out


def story_scene(story: MakingStory, width: float, look: PictureLook) -> Scene:
    """All that is told, from top to bottom."""
    theme = look.theme
    room = Rect(EDGE, SPACE_PX, width - 2 * EDGE, LINE_PX)
    title = room._replace(w=room.w - CLOSE_PX)
    items: list[Item] = [
        Label(title, story.title, theme.text, BASE_PX, bold=True),
        Label(_below(room, 1), story.where, theme.muted, SMALL_PX),
    ]
    areas: list[Area] = []
    making, top = story.making, _below(room, 2)
    if making is None:
        items += _lines(story.note, top, look)
    elif making.sum is not None:
        found, areas, top = _sum(making.sum, story.part, top, look)
        items += found
    else:
        found, top = _looked(making, top, look)
        items += found
    for row, words in enumerate(story.after):
        items.append(Label(_below(top, row), words, theme.muted, SMALL_PX))
    return Scene(tuple(items), tuple(areas), sentence(story))


def sentence(story: MakingStory) -> str:
    """The same in words."""
    parts = [story.title, story.where, story.note, *story.after]
    if story.making is not None and story.making.sum is not None:
        parts.insert(2, sum_words(story.making.sum))
    return in_turn(parts)


def sum_words(found: SumOfProducts) -> str:
    """ "total = −0.0414 + 0.463 = 0.422": what it began with, and the sum of the products."""
    products = float(found.products.sum())
    sign = "−" if products < 0 else "+"
    parts = found.variable, number(found.start), sign, number(abs(products)), number(found.total)
    return "{} = {} {} {} = {}".format(*parts)


def number(value: float) -> str:
    """Four figures, with a minus that is one."""
    return f"{value + 0.0:.4g}".replace("-", "−")


def cell_number(value: float, letters: int) -> str:
    """As many figures as there is room for so many letters, up to three."""
    texts = [f"{value + 0.0:.{digits}g}" for digits in (3, 2, 1)]
    fits = next((text for text in texts if len(text) <= letters), texts[-1])
    return fits.replace("-", "−")


def looked_words(looked: Looked, part: slice | None = None) -> str:
    """ "x[0, 3, 12–14, 5–7]": the box that was read."""
    elements = looked.elements if part is None else looked.elements[part]
    index = np.unravel_index(elements, looked.shape)
    ranges = [(int(axis.min()), int(axis.max())) for axis in index]
    texts = [str(low) if low == high else f"{low}–{high}" for low, high in ranges]
    return f"{looked.array}[{', '.join(texts)}]"


def windows_of(looked: Looked) -> tuple[int, int, int] | None:
    """How many windows the read elements are, each of how many rows and columns."""
    sides = looked.box
    if sides is None:
        return None
    rows, columns = ((1, 1, *sides)[-2:]) if len(sides) > 1 else (1, sides[0])
    return len(looked.elements) // (rows * columns), rows, columns


def _sum(
    found: SumOfProducts, part: int, top: Rect, look: PictureLook
) -> tuple[list[Item], list[Area], Rect]:
    windows = windows_of(found.left) or windows_of(found.right)
    items: list[Item] = []
    areas: list[Area] = []
    if windows is not None and max(windows[1:]) <= MOST_SIDE:
        count, rows, columns = windows
        part = min(part, count - 1)
        if count > 1:
            strip, area, top = _parts(found.products.reshape(count, -1).sum(1), part, top, look)
            items += strip
            areas.append(area)
        grids, top = _three_grids(found, part, (rows, columns), top, look)
        items += grids
    else:
        strip, top = _products_strip(found, top, look)
        items += strip
    items.append(Label(top, sum_words(found), look.theme.text, BASE_PX, bold=True))
    return items, areas, _below(top, 1)


def _three_grids(
    found: SumOfProducts, part: int, sides: tuple[int, int], top: Rect, look: PictureLook
) -> tuple[list[Item], Rect]:
    """Window times weights is products."""
    rows, columns = sides
    here = slice(part * rows * columns, (part + 1) * rows * columns)
    tables = (
        (looked_words(found.left, here), found.left.values[here], found.left.values),
        (looked_words(found.right, here), found.right.values[here], found.right.values),
        (_products_words(found, part, rows * columns), found.products[here], found.products),
    )
    cell = min(CELL_W, (top.w - 2 * SIGN_PX) / (3 * columns))
    wide = cell * columns
    items: list[Item] = []
    for place, (words, values, of) in enumerate(tables):
        x = top.x + place * (wide + SIGN_PX)
        items.append(Label(Rect(x, top.y, wide + SIGN_PX - 2, LINE_PX), words, look.theme.muted))
        grid = Rect(x, top.y + LINE_PX, wide, CELL_H * rows)
        items += number_grid(np.asarray(values, np.float64).reshape(sides), of, grid, look.theme)
        if place < 2:
            sign = Rect(grid.right, grid.y, SIGN_PX, grid.h)
            middle = sign._replace(y=grid.y + grid.h / 2 - LINE_PX / 2, h=LINE_PX)
            sign_text = "×="[place]
            items.append(Label(middle, sign_text, look.theme.text, BASE_PX, align="center"))
    return items, top._replace(y=top.y + LINE_PX + CELL_H * rows + SPACE_PX)


def _paler(of: NDArray[Any]) -> NDArray[np.float64]:
    """A scale on which numbers can still be read on the strongest colour."""
    return np.asarray(of, np.float64) / SHADE


def _products_words(found: SumOfProducts, part: int, size: int) -> str:
    """ "9 products", or which of them."""
    count = len(found.products)
    if count == size:
        return tr("{n} products").format(n=whole(count))
    words = tr("products {first} to {last}")
    return words.format(first=whole(part * size + 1), last=whole((part + 1) * size))


def number_grid(
    values: NDArray[np.float64], of: NDArray[Any], rect: Rect, theme: Theme
) -> list[Item]:
    """Numbers in cells, the larger the more coloured; `of` has the largest of all there are."""
    rows, columns = values.shape
    wide, high = rect.w / columns, rect.h / rows
    places = [(r, c) for r in range(rows) for c in range(columns)]
    points = np.array([(rect.x + (c + 0.5) * wide, rect.y + (r + 0.5) * high) for r, c in places])
    texts = tuple(cell_number(float(values[at]), int(wide / LETTER_PX)) for at in places)
    return [
        Cells(rect, signed_pixels(values, _paler(of), theme), theme.panel),
        Captions(points, texts, (theme.text,) * len(texts), SMALL_PX),
    ]


def _parts(
    sums: NDArray[np.float64], part: int, top: Rect, look: PictureLook
) -> tuple[list[Item], Area, Rect]:
    """A cell for the sum of each window; a click writes another one out."""
    theme = look.theme
    words = tr("window {n} of {all}: {sum}")
    said = words.format(n=whole(part + 1), all=whole(len(sums)), sum=number(float(sums[part])))
    left = math.ceil(look.wide(said)) + 2 * SPACE_PX
    wide = min((top.w - left) / len(sums), 14.0)
    strip = Rect(top.x + left, top.y + 2, wide * len(sums), STRIP_PX)
    chosen = Rect(strip.x + part * wide, strip.y, wide, strip.h)
    items: list[Item] = [
        Label(top, said, theme.muted, SMALL_PX),
        Cells(strip, signed_pixels(sums[np.newaxis], sums, theme), theme.panel if wide > 5 else ""),
        Outlines(np.array([tuple(chosen)]), theme.accent, width=2),
    ]

    def at(x: float, y: float) -> Hit:
        return PartHit(min(int((x - strip.x) / wide), len(sums) - 1))

    return items, Area(strip, at), top._replace(y=strip.bottom + SPACE_PX)


def _products_strip(found: SumOfProducts, top: Rect, look: PictureLook) -> tuple[list[Item], Rect]:
    """Many products as coloured cells in rows, the largest written out."""
    theme, products = look.theme, found.products
    across = min(len(products), 64)
    down = math.ceil(len(products) / across)
    high = min(STRIP_PX, 60.0 / down)
    padded = np.zeros(across * down)
    padded[: len(products)] = products
    pixels = signed_pixels(padded.reshape(down, across), products, theme)
    pixels.ravel()[len(products) :] = 0
    rect = Rect(top.x, top.y + LINE_PX, min(top.w, across * 8.0), high * down)
    names = f"{looked_words(found.left)} × {looked_words(found.right)}"
    items: list[Item] = [Label(top, names, theme.muted, SMALL_PX), Cells(rect, pixels)]
    best = np.argsort(-np.abs(products))[:LARGEST]
    words = [
        f"{number(float(found.left.values[n]))} × {number(float(found.right.values[n]))}"
        f" = {number(float(products[n]))}"
        for n in best.tolist()
    ]
    largest = tr("the largest: {products}").format(products=",  ".join(words))
    below = Rect(top.x, rect.bottom + 2, top.w, LINE_PX)
    items.append(Label(below, largest, theme.muted, SMALL_PX))
    return items, below._replace(y=below.bottom)


def _looked(making: ElementMaking, top: Rect, look: PictureLook) -> tuple[list[Item], Rect]:
    """What was read, array by array, and the line that wrote."""
    x, bottom = top.x, top.y
    items: list[Item] = []
    for looked in making.looked:
        words = looked_words(looked)
        wide, high = _read_size(looked)
        room = max(wide, look.wide(words))
        if x + room > top.right and x > top.x:
            break
        items.append(Label(Rect(x, top.y, room, LINE_PX), words, look.theme.muted, SMALL_PX))
        items += _read_items(looked, Rect(x, top.y + LINE_PX, wide, high), look.theme)
        x, bottom = x + room + SIGN_PX, max(bottom, top.y + LINE_PX + high + SPACE_PX)
    line = tr("line {line}: {source}").format(line=making.line, source=making.source)
    place = top._replace(y=bottom)
    items.append(Label(place, line, look.theme.text, SMALL_PX))
    return items, _below(place, 1)


def _is_small(looked: Looked) -> bool:
    """Whether its numbers are written out."""
    windows = windows_of(looked)
    return windows is not None and windows[0] == 1 and max(windows[1:]) <= MOST_SIDE


def _read_size(looked: Looked) -> tuple[float, float]:
    """Pixels of what was read."""
    if not _is_small(looked):
        count = len(looked.elements)
        across = min(count, ACROSS)
        return across * DOT_PX, math.ceil(count / across) * 2 * DOT_PX
    windows = windows_of(looked)
    assert windows is not None
    return CELL_W * windows[2], CELL_H * windows[1]


def _read_items(looked: Looked, rect: Rect, theme: Theme) -> list[Item]:
    """Numbers of a small window, the colours of many."""
    values = np.asarray(looked.values, np.float64)
    windows = windows_of(looked)
    if _is_small(looked) and windows is not None:
        return number_grid(values.reshape(windows[1:]), values, rect, theme)
    across = min(len(values), ACROSS)
    padded = np.zeros(math.ceil(len(values) / across) * across)
    padded[: len(values)] = values
    pixels = signed_pixels(padded.reshape(-1, across), values, theme)
    pixels.ravel()[len(values) :] = 0
    return [Cells(rect, pixels)]


def _lines(words: str, top: Rect, look: PictureLook) -> list[Item]:
    items: list[Item] = []
    line, row = "", 0
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and look.wide(longer) > top.w:
            items.append(Label(_below(top, row), line, look.theme.muted, SMALL_PX))
            longer, row = word, row + 1
        line = longer
    items.append(Label(_below(top, row), line, look.theme.muted, SMALL_PX))
    return items


def _below(room: Rect, rows: int) -> Rect:
    return room._replace(y=room.y + rows * LINE_PX)
