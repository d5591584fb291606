"""Which array stands where: strips below each other, matrices side by side, A B C as in a product
on paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpuviz.scene.scene import Rect
from gpuviz.scene.stage.arrays.geometry import LARGEST_CELL, ArrayGeometry, as_table, matrix, strip
from gpuviz.scene.stage.arrays.volume_geometry import as_volume, volume
from gpuviz.trace import ArrayInfo

LABEL = 20.0  # the name above an array
GAP = 20.0
MOST_BELOW_EACH_OTHER = 4
STRIP_HEIGHT, LEAST_STRIP_HEIGHT = 30.0, 8.0  # of a strip among matrices
STRIP_GAP = 8.0  # above its name
STRIPS_SHARE = 0.6  # of the height, at most, for strips among matrices
USUAL = 11.0  # pixels of an element
LEAST_SHORT = 180.0  # pixels of such an array, with its name
LEAST_NAME = 84.0  # pixels of an array's name
BELOW = 12.0  # between two shelves
ABOVE = 4.0  # pixels above an array whose name is below
SHORT = 64  # elements up to which an array is one row, under the lanes
SCALES = (26.0, 24.0, 22.0, *np.arange(20.0, 4.0, -1.0).tolist(), 4.0, 3.5, 3.0, 2.5, 2.0)
"""Pixels of an element that are tried."""


def place_arrays(
    infos: Sequence[ArrayInfo], room: Rect, has_matrix: bool, is_product: bool
) -> list[ArrayGeometry]:
    """A geometry for each array, in order."""
    if is_product:
        return _product(infos, room)
    if has_matrix:
        return _mixed(infos, room)
    return _strips(infos, room)


def place_large(infos: Sequence[ArrayInfo], room: Rect, has_matrix: bool) -> list[ArrayGeometry]:
    """The same where letters are large: long arrays side by side, so that no line to one of them
    crosses another; short ones below each other, their elements under the lanes. Names are below.
    """
    if has_matrix:
        return _above_names(_mixed(infos, room))
    if max(info.size for info in infos) <= SHORT or len(infos) > MOST_BELOW_EACH_OTHER:
        return _above_names(_strips(infos, room))
    width = (room.w + GAP) / len(infos) - GAP
    places = (
        Rect(room.x + number * (width + GAP), room.y + LABEL, width, max(room.h - LABEL, 8))
        for number in range(len(infos))
    )
    return _above_names(
        [strip(info.size, place) for info, place in zip(infos, places, strict=True)]
    )


def place_large_shared(infos: Sequence[ArrayInfo], room: Rect) -> list[ArrayGeometry]:
    """Tiles of shared memory side by side, above their names."""
    return _above_names(place_shared(infos, room))


def _above_names(placed: Sequence[ArrayGeometry]) -> list[ArrayGeometry]:
    """Where the names would be, which come below."""
    return [replace(one, y=one.y - LABEL + ABOVE) for one in placed]


def place_shared(infos: Sequence[ArrayInfo], room: Rect) -> list[ArrayGeometry]:
    """Tiles of shared memory side by side."""
    width = (room.w - GAP * (len(infos) - 1)) / len(infos)
    placed = []
    for position, info in enumerate(infos):
        place = Rect(room.x + position * (width + GAP), room.y + LABEL, width, room.h - LABEL)
        placed.append(_one(info, place))
    return placed


def wanted_height(infos: Sequence[ArrayInfo], width: float) -> float:
    """Pixels that arrays below each other would fill, each with elements of a usual size."""
    tables = [as_table(info.shape) for info in infos]
    rows = [math.ceil(n / max(width // USUAL, 1)) if m == 1 else m for m, n in tables]
    return sum(LABEL + GAP + USUAL * count for count in rows)


def _one(info: ArrayInfo, room: Rect) -> ArrayGeometry:
    layered = as_volume(info.shape)
    if layered is not None:
        return volume(layered, room)
    rows, columns = as_table(info.shape)
    return strip(columns, room) if rows == 1 else matrix((rows, columns), room)


def _strips(infos: Sequence[ArrayInfo], room: Rect) -> list[ArrayGeometry]:
    """Below each other, in columns of at most four."""
    columns = math.ceil(len(infos) / MOST_BELOW_EACH_OTHER)
    deep = math.ceil(len(infos) / columns)
    width = (room.w + GAP) / columns - GAP
    placed: list[ArrayGeometry] = []
    for column in range(columns):
        part = Rect(room.x + column * (width + GAP), room.y, width, room.h)
        placed += _column_of_strips(infos[column * deep : (column + 1) * deep], part)
    return placed


def _column_of_strips(infos: Sequence[ArrayInfo], room: Rect) -> list[ArrayGeometry]:
    """Below each other, each as high as it needs, spread over the room; short ones side by side."""
    rows = _strip_rows(infos, room)
    share = _share(rows, room)
    strips = [
        [strip(info.size, Rect(room.x, 0, _strip_width(row, room), share)) for info in row]
        for row in rows
    ]
    spare = room.h - sum(max(one.rect.h for one in row) + LABEL for row in strips)
    gap = min(max(spare / len(strips), 0), 28)
    y, placed = room.y, []
    for row in strips:
        width = _strip_width(row, room) + GAP
        for column, one in enumerate(row):
            placed.append(replace(one, x=room.x + column * width, y=math.floor(y + LABEL)))
        y += LABEL + max(one.rect.h for one in row) + gap
    return placed


def _share(rows: Sequence[Sequence[ArrayInfo]], room: Rect) -> float:
    """The height of a strip: short ones need one row of cells, the others share what is left."""
    short = sum(_are_short(row, room) for row in rows)
    left = room.h - (LABEL + 6) * len(rows) - LARGEST_CELL * short
    return max(left / max(len(rows) - short, 1), 8)


def _strip_rows(infos: Sequence[ArrayInfo], room: Rect) -> list[list[ArrayInfo]]:
    """Short arrays that follow each other share a row, while each has room for its name."""
    rows: list[list[ArrayInfo]] = []
    for info in infos:
        before = rows[-1] if rows else []
        together = [*before, info]
        named = _strip_width(together, room) >= LEAST_SHORT
        if before and named and _are_short(together, room):
            before.append(info)
        else:
            rows.append([info])
    return rows


def _are_short(row: Sequence[ArrayInfo], room: Rect) -> bool:
    """Whether each has all its elements beside each other in full size."""
    return max(one.size for one in row) * LARGEST_CELL <= _strip_width(row, room)


def _strip_width(row: Sequence[object], room: Rect) -> float:
    return (room.w + GAP) / len(row) - GAP


def _product(infos: Sequence[ArrayInfo], room: Rect) -> list[ArrayGeometry]:
    """A left of C, B above C, all with cells of one size."""
    (m, k), (_, n) = infos[0].shape, infos[1].shape
    across, down = room.w - GAP, room.h - 2 * LABEL - GAP
    scale = min(across / (k + n), down / (k + m), 26.0)
    width_a, height_b = k * scale, k * scale
    spare = room.h - (2 * LABEL + GAP + (k + m) * scale)
    top = room.y + max(spare, 0) / 2
    x, y = room.x + width_a + GAP, top + 2 * LABEL + height_b + GAP / 2
    return [
        matrix((m, k), Rect(room.x, y, width_a, m * scale)),
        matrix((k, n), Rect(x, top + LABEL, n * scale, height_b)),
        matrix((m, n), Rect(x, y, n * scale, m * scale)),
    ]


def _mixed(infos: Sequence[ArrayInfo], room: Rect) -> list[ArrayGeometry]:
    """Matrices and volumes on shelves, strips below them."""
    tables = [_extent(info) for info in infos]
    matrices = [table for table in tables if table[0] > 1]
    below = _strip_places(len(tables) - len(matrices), room)
    upper = room._replace(h=below[0].y - LABEL - STRIP_GAP - room.y) if below else room
    has_volume = any(as_volume(info.shape) for info in infos)
    shelves = None if has_volume else _on_shelves(matrices, upper)
    places, strips = iter(shelves or _places(matrices, upper)), iter(below)
    return [
        _one(info, next(places)) if rows > 1 else strip(info.size, next(strips))
        for info, (rows, _) in zip(infos, tables, strict=True)
    ]


def _strip_places(count: int, room: Rect) -> list[Rect]:
    """Places of strips at the bottom of a room, which leave a part of it to matrices: low ones
    where there are many, and beside each other where there are still more.
    """
    if count == 0:
        return []
    most, around = room.h * STRIPS_SHARE, LABEL + STRIP_GAP
    rows = min(max(int(most / (LEAST_STRIP_HEIGHT + around)), 1), count)
    columns = math.ceil(count / rows)
    rows = math.ceil(count / columns)
    high = min(max(most / rows - around, LEAST_STRIP_HEIGHT), STRIP_HEIGHT)
    width = (room.w + GAP) / columns
    top = room.bottom - rows * (high + around) + STRIP_GAP + LABEL
    return [
        Rect(
            room.x + number // rows * width,
            top + number % rows * (high + around),
            width - GAP,
            high,
        )
        for number in range(count)
    ]


def _extent(info: ArrayInfo) -> tuple[int, int]:
    """Rows and columns of elements; of a volume with its layers about as wide as high."""
    layered = as_volume(info.shape)
    if layered is None:
        return as_table(info.shape)
    layers, rows, columns = layered
    across = min(max(round(math.sqrt(layers * rows / columns)), 1), layers)
    return math.ceil(layers / across) * (rows + 2), across * (columns + 1)


def _on_shelves(tables: Sequence[tuple[int, int]], room: Rect) -> list[Rect] | None:
    """Places in order, all elements of one size, as large as possible; None where too small."""
    for scale in SCALES:
        places = _shelved(tables, room, scale)
        if all(place.right <= room.right and place.bottom <= room.bottom for place in places):
            return places
    return None


def _shelved(tables: Sequence[tuple[int, int]], room: Rect, scale: float) -> list[Rect]:
    """Beside each other while there is room, then below."""
    places: list[Rect] = []
    x, y, deepest = room.x, room.y, 0.0
    for rows, columns in tables:
        width, height = columns * scale, rows * scale
        taken = max(width, LEAST_NAME)
        if places and x + taken > room.right:
            x, y, deepest = room.x, y + deepest + LABEL + BELOW, 0.0
        places.append(Rect(x, y + LABEL, width, height))
        x, deepest = x + taken + GAP, max(deepest, height)
    return places


def _places(tables: Sequence[tuple[int, int]], room: Rect) -> list[Rect]:
    """Equal places, in the number of columns that leaves the largest elements."""
    count = len(tables)

    def scale(columns: int) -> float:
        place = _place(0, columns, count, room)
        return min(min(place.w / n, place.h / m) for m, n in tables)

    best = max(range(1, count + 1), key=scale)
    return [_place(k, best, count, room) for k in range(count)]


def _place(position: int, columns: int, count: int, room: Rect) -> Rect:
    row, column = divmod(position, columns)
    width, height = (room.w + GAP) / columns, room.h / math.ceil(count / columns)
    x, y = room.x + column * width, room.y + row * height
    return Rect(x, y + LABEL, width - GAP, height - LABEL - 12)
