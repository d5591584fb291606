"""Which element of a card is under the mouse, where elements are, and marks around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.pictures.content import Card, as_bars, as_frames
from gpuviz.scene.pictures.look import (
    PictureLook,
    Placed,
    bar_height,
    picture_rect,
    picture_shape,
    tiles_of,
)
from gpuviz.scene.pictures.plots import (
    arrow_side,
    bar_at,
    curve_index,
    curve_plot,
    curve_points,
    heat_at,
    letter_at,
    letter_rect,
)
from gpuviz.scene.scene import Item, Outlines, Rect

LEAST_FRAME_PX = 5.0  # of a frame around an element


@dataclass(frozen=True, slots=True)
class Marks:
    """The element that was picked, and those that its thread looked at, by array."""

    array: str = ""
    element: int = -1
    looked: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)


NO_MARKS = Marks()


def element_at(one: Placed, x: float, y: float) -> tuple[int, ...] | None:
    """The index of what is shown at a point of a card that has no small pictures."""
    card, body = one.card, one.body
    if card.kind in ("picture", "film"):
        return _pixel_at(card, picture_rect(card, body), x, y)
    if card.kind == "bars":
        bar = bar_at(one, y)
        return None if bar is None else (*(0,) * (card.array.ndim - 1), bar)
    if card.kind == "curve":
        return (curve_index(one, x),)
    if card.kind == "text":
        letter = letter_at(one, x, y)
        return None if letter is None else (letter,)
    if card.kind == "arrows":
        side = arrow_side(one)
        row, column = int((y - body.y) / side), int((x - body.x) / side)
        inside = row < card.array.shape[0] and column < card.array.shape[1]
        return (row, column) if inside else None
    return heat_at(one, x, y)


def _pixel_at(card: Card, rect: Rect, x: float, y: float) -> tuple[int, ...] | None:
    """Of a picture in colours its first channel."""
    if not rect.contains(x, y) or (card.kind == "film" and card.frame < 0):
        return None
    rows, columns = picture_shape(card)
    place = int((y - rect.y) / rect.h * rows), int((x - rect.x) / rect.w * columns)
    if card.kind == "picture":
        return (*place, 0) if card.array.ndim == 3 else place
    frames = as_frames(card.array)
    index = (card.frame, *place, 0) if frames.ndim == 4 else (card.frame, *place)
    flat = int(np.ravel_multi_index(index, frames.shape))
    return tuple(int(n) for n in np.unravel_index(flat, card.array.shape))


def element_rect(one: Placed, only: int | None, element: int) -> Rect | None:
    """Where an element is seen; None where it is not."""
    card, body = one.card, one.body
    if card.problem or not 0 <= element < card.array.size:
        return None
    index = tuple(int(n) for n in np.unravel_index(element, card.array.shape))
    if card.kind in ("pictures", "draw"):
        return _in_tiles(one, only, index)
    if card.kind == "film":
        index = tuple(int(n) for n in np.unravel_index(element, as_frames(card.array).shape))
        if index[0] != card.frame:
            return None
        index = index[1:]
    if card.kind in ("picture", "film"):
        rect, (rows, columns) = picture_rect(card, body), picture_shape(card)
        wide, high = rect.w / columns, rect.h / rows
        return Rect(rect.x + index[1] * wide, rect.y + index[0] * high, wide, high)
    if card.kind == "bars":
        high = bar_height(card, body)
        seen = index[-1] < len(as_bars(card.array)) and (index[-1] + 1) * high <= body.h + 1
        return Rect(body.x, body.y + index[-1] * high, body.w, high) if seen else None
    if card.kind == "curve":
        x, y = curve_points(np.asarray(card.array, np.float64), curve_plot(one))[index[0]]
        return Rect(x - 4, y - 4, 8, 8) if np.isfinite(y) else None
    if card.kind == "text":
        return letter_rect(one, index[0])
    if card.kind == "heat":
        return None
    side = arrow_side(one)
    return Rect(body.x + index[1] * side, body.y + index[0] * side, side, side)


def mark_items(one: Placed, only: int | None, marks: Marks, look: PictureLook) -> list[Item]:
    """A frame around what was picked, and one around each window that was looked at."""
    items: list[Item] = []
    looked = marks.looked.get(one.card.name)
    if looked is not None and not one.card.problem:
        rects = [_frame(rect) for rect in windows(one, only, looked)]
        if rects:
            items.append(Outlines(np.array(rects), look.theme.running, radius=1, width=2))
    if one.card.name == marks.array:
        rect = element_rect(one, only, marks.element)
        if rect is not None:
            items.append(Outlines(np.array([_frame(rect)]), look.theme.accent, radius=1, width=2))
    return items


def windows(one: Placed, only: int | None, elements: NDArray[np.int64]) -> list[Rect]:
    """The boxes around elements, one in each of several pictures."""
    return [
        rect
        for group in _by_picture(one.card, elements)
        if (rect := _around(one, only, group)) is not None
    ]


def _by_picture(card: Card, elements: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    if card.kind not in ("pictures", "draw"):
        return [elements]
    size = card.array.shape[-1] * card.array.shape[-2]
    numbers = elements // size
    return [elements[numbers == number] for number in np.unique(numbers)]


def _around(one: Placed, only: int | None, elements: NDArray[np.int64]) -> Rect | None:
    index = np.unravel_index(elements, one.card.array.shape)
    corners = [
        int(np.ravel_multi_index(tuple(int(end(axis)) for axis in index), one.card.array.shape))
        for end in (np.min, np.max)
    ]
    first, last = (element_rect(one, only, corner) for corner in corners)
    if first is None or last is None:
        return None
    return Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)


def _in_tiles(one: Placed, only: int | None, index: tuple[int, ...]) -> Rect | None:
    shape = one.card.array.shape
    picture = int(np.ravel_multi_index(index[:-2], shape[:-2])) if len(shape) > 2 else 0
    tiles = tiles_of(one.card, one.body, only)
    if (only is not None and picture != only) or (only is None and picture >= tiles.count):
        return None
    rect = tiles.rect(0 if only is not None else picture)
    wide, high = rect.w / shape[-1], rect.h / shape[-2]
    return Rect(rect.x + index[-1] * wide, rect.y + index[-2] * high, wide, high)


def _frame(rect: Rect) -> tuple[float, float, float, float]:
    """Outside of it, and never too small to be seen."""
    wide, high = max(rect.w, LEAST_FRAME_PX), max(rect.h, LEAST_FRAME_PX)
    middle_x, middle_y = rect.x + rect.w / 2, rect.y + rect.h / 2
    return middle_x - wide / 2 - 1, middle_y - high / 2 - 1, wide + 2, high + 2
