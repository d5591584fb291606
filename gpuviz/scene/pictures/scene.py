"""All cards as one scene, and what is under the mouse."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from gpuviz.scene.numbers import percent, whole
from gpuviz.scene.pictures.content import Card, as_bars, as_frames, as_pictures
from gpuviz.scene.pictures.look import (
    ARROW_PX,
    GAP,
    PictureLook,
    Placed,
    picture_rect,
    tiles_of,
)
from gpuviz.scene.pictures.marks import NO_MARKS, Marks, element_at, mark_items
from gpuviz.scene.pictures.pixels import map_pixels, picture_pixels
from gpuviz.scene.pictures.plots import (
    arrow_items,
    bar_items,
    curve_items,
    heat_items,
    text_items,
)
from gpuviz.scene.scene import (
    Area,
    Cells,
    Edges,
    Item,
    Label,
    Outlines,
    Panel,
    PictureHit,
    Rect,
    Scene,
)
from gpuviz.scene.sizes import BASE_PX, SMALL_PX
from gpuviz.texts import in_turn, tr

GAP_FROM = 9.0  # pixels of a cell that is set off from its neighbours


@dataclass(frozen=True, slots=True)
class PictureChoice:
    """A card, and of several pictures one of them."""

    card: int
    picture: int | None = None


def compose(
    placed: list[Placed],
    look: PictureLook,
    chosen: PictureChoice | None = None,
    large: PictureChoice | None = None,
    pointed: PictureHit | None = None,
    marks: Marks = NO_MARKS,
) -> Scene:
    """The picture; `chosen` is framed, `large` a picture that fills its card alone. What is under
    the mouse stands in the place of the caption, `marks` over the pictures.
    """
    items: list[Item] = []
    for number, one in enumerate(placed):
        only = _alone(large, number)
        items += _arrow_before(placed, number, look)
        words = pointed.words if pointed is not None and pointed.card == number else ""
        items += _words(one, only, words, look)
        items += _body(one, only, look)
        items += mark_items(one, only, marks, look)
        if chosen is not None and chosen.card == number:
            items.append(_frame(one, chosen, only, look))
    areas = tuple(
        Area(one.place, partial(_hit, one, number, _alone(large, number)))
        for number, one in enumerate(placed)
    )
    return Scene(tuple(items), areas, sentence([one.card for one in placed]))


def sentence(cards: list[Card]) -> str:
    """All cards in words."""
    return in_turn(" ".join(filter(None, (card.caption, card.says))) for card in cards)


def _alone(large: PictureChoice | None, card: int) -> int | None:
    """The picture that fills a card."""
    return large.picture if large is not None and large.card == card else None


def _hit(one: Placed, number: int, only: int | None, x: float, y: float) -> PictureHit:
    card = one.card
    if card.problem or not one.body.contains(x, y):
        return PictureHit(number, None, card.caption)
    if card.kind in ("pictures", "draw"):
        return _hit_in_tiles(one, number, only, x, y)
    index = element_at(one, x, y)
    if index is None:
        return PictureHit(number, None, card.caption)
    words = _bar_words(card, index[-1]) if card.kind == "bars" else _element(card, index)
    flat = int(np.ravel_multi_index(index[: card.array.ndim], card.array.shape))
    return PictureHit(number, None, words, flat)


def _hit_in_tiles(one: Placed, number: int, only: int | None, x: float, y: float) -> PictureHit:
    found = tiles_of(one.card, one.body, only).at(x, y)
    if found is None:
        return PictureHit(number, None, one.card.caption)
    picture, row, column = found
    picture = picture if only is None else only
    array = one.card.array
    leading = np.unravel_index(picture, array.shape[:-2]) if array.ndim > 2 else ()
    index = (*map(int, leading), row, column)
    flat = int(np.ravel_multi_index(index, array.shape))
    alone = tiles_of(one.card, one.body, only).count == 1
    return PictureHit(number, picture, _element(one.card, index), flat, alone)


def _bar_words(card: Card, bar: int) -> str:
    value = float(as_bars(card.array)[bar])
    words = tr("{name}[{index}] = {value}").format(name=card.name, index=bar, value=f"{value:.4g}")
    return f"{words} ({percent(value)})" if 0 <= value <= 1 else words


def _element(card: Card, index: tuple[int, ...]) -> str:
    """ "y[0, 3, 12, 5] = 0.42"."""
    value = card.array[index]
    text = ", ".join(f"{one:.4g}" for one in np.atleast_1d(value).ravel().tolist())
    words = tr("{name}[{index}] = {value}")
    return words.format(name=card.name, index=", ".join(map(str, index)), value=text)


def _arrow_before(placed: list[Placed], number: int, look: PictureLook) -> list[Item]:
    """Between the inputs and the outputs."""
    one = placed[number]
    first = number == 0 or placed[number - 1].card.side == "input"
    if one.card.side != "output" or not first or one.place.x < ARROW_PX:
        return []
    y = one.body.y + one.body.h / 2
    x = one.place.x - ARROW_PX / 2 - GAP / 2
    left, right = x - 12, x + 12
    lines = [(left, y, right, y), (right - 6, y - 6, right, y), (right - 6, y + 6, right, y)]
    return [Edges(np.array(lines), look.theme.muted, 2)]


def _words(one: Placed, only: int | None, pointed: str, look: PictureLook) -> list[Item]:
    """The caption above, what is to be seen below."""
    theme, place, card = look.theme, one.place, one.card
    caption = Rect(place.x, place.y, place.w, one.caption_px)
    below = Rect(place.x, place.bottom - one.says_px, place.w, one.says_px)
    color = theme.text if pointed and pointed != card.caption else theme.muted
    items: list[Item] = [Label(caption, pointed or card.caption, color, SMALL_PX)]
    says = card.says
    if only is not None:
        words, count = tr("picture {n} of {all}: Esc shows all"), len(as_pictures(card.array))
        says = words.format(n=whole(only + 1), all=whole(count))
    if says:
        bold = card.kind == "bars"
        items.append(Label(below, says, theme.text, BASE_PX if bold else SMALL_PX, bold=bold))
    return items


def _body(one: Placed, only: int | None, look: PictureLook) -> list[Item]:
    card, body, theme = one.card, one.body, look.theme
    if card.problem:
        return [Panel(body, theme.raised, radius=4), *_wrapped(card.problem, body, look)]
    if card.kind in ("pictures", "draw"):
        return _pictures(one, only, look)
    if card.kind == "film":
        return _frame_of(one, look)
    if card.kind == "picture":
        return [_cells(picture_rect(card, body), picture_pixels(card.array, theme), "")]
    drawn = {
        "bars": bar_items,
        "curve": curve_items,
        "text": text_items,
        "arrows": arrow_items,
        "heat": heat_items,
    }
    return drawn[card.kind](one, look)


def _pictures(one: Placed, only: int | None, look: PictureLook) -> list[Item]:
    card, tiles = one.card, tiles_of(one.card, one.body, only)
    pixels = map_pixels(as_pictures(card.array), look.theme)
    numbers = range(tiles.count) if only is None else (only,)
    return [
        _cells(tiles.rect(place), pixels[number], look.theme.panel if only is not None else "")
        for place, number in enumerate(numbers)
    ]


def _frame_of(one: Placed, look: PictureLook) -> list[Item]:
    """The frame of a film that is shown, in the scale of all frames."""
    card = one.card
    rect, frames = picture_rect(card, one.body), as_frames(card.array)
    if not 0 <= card.frame < len(frames):
        return [Panel(rect, look.theme.raised, radius=2)]
    if frames.ndim == 4:
        return [_cells(rect, picture_pixels(frames[card.frame], look.theme), "")]
    return [_cells(rect, map_pixels(frames, look.theme)[card.frame], "")]


def _cells(rect: Rect, pixels: np.ndarray, gap: str) -> Item:
    side = rect.w / max(pixels.shape[1], 1)
    return Cells(rect, pixels, gap if side >= GAP_FROM else "")


def _frame(one: Placed, chosen: PictureChoice, only: int | None, look: PictureLook) -> Item:
    rect = one.place.inset(-4)
    if chosen.picture is not None and one.card.kind in ("pictures", "draw"):
        place = 0 if only is not None else chosen.picture
        rect = tiles_of(one.card, one.body, only).rect(place).inset(-2)
    return Outlines(np.array([tuple(rect)]), look.theme.accent, width=2)


def _wrapped(words: str, body: Rect, look: PictureLook) -> list[Item]:
    """Words in lines."""
    lines, line = list[str](), ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if look.wide(longer) > body.w - 16 and line:
            lines.append(line)
            longer = word
        line = longer
    lines.append(line)
    return [
        Label(Rect(body.x + 8, body.y + 8 + 16 * n, body.w - 16, 16), text, look.theme.muted)
        for n, text in enumerate(lines)
    ]
