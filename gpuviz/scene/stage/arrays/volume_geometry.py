"""Where the elements of a volume lie: layers side by side, each with room for its name above."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.scene import Rect
from gpuviz.scene.stage.arrays.geometry import LARGEST_CELL, SAMPLES, SMALLEST_MATRIX, ArrayGeometry

LAYER_NAME = 15.0  # pixels above each layer
BESIDE = 8.0  # pixels between two layers


@dataclass(frozen=True, slots=True)
class VolumeGeometry(ArrayGeometry):
    """Layers as tiles of cells in one grid of cells; between the tiles cells stay empty.

    `shape` is the volume as one tall matrix, layer below layer; `rows` and `columns` count the
    cells of the whole grid.
    """

    layers: int
    deep: int  # layers that a tile stands for
    tile: tuple[int, int]  # rows and columns of cells of a layer
    gap: tuple[int, int]  # empty rows above each tile, empty columns between two
    across: int  # tiles side by side

    @property
    def tiles(self) -> int:
        """How many tiles there are."""
        return math.ceil(self.layers / self.deep)

    @property
    def cells(self) -> int:
        """How many cells stand for elements."""
        return self.tiles * self.tile[0] * self.tile[1]

    @property
    def elements_per_cell(self) -> int:
        """How many elements one cell stands for."""
        return self.deep * self.group[0] * self.group[1]

    def cell_of(self, element: NDArray[np.int64]) -> NDArray[np.int64]:
        """The cell of each flat element."""
        layer, row = np.divmod(element // self.shape[1], self._layer_rows)
        column = element % self.shape[1]
        row = layer // self.deep * self.tile[0] + row // self.group[0]
        cell: NDArray[np.int64] = row * self.tile[1] + column // self.group[1]
        return cell

    def element_of(self, cell: NDArray[np.int64]) -> NDArray[np.int64]:
        """The first flat element of each cell."""
        row, column = np.divmod(cell, self.tile[1])
        tile, row = np.divmod(row, self.tile[0])
        row = tile * self.deep * self._layer_rows + row * self.group[0]
        element: NDArray[np.int64] = row * self.shape[1] + column * self.group[1]
        return element

    def samples(self) -> NDArray[np.int64]:
        """[cells, at most 8] elements of each cell, of different layers, rows and columns."""
        total = self.elements_per_cell
        offset = np.unique(np.linspace(0, total - 1, min(total, SAMPLES)).astype(np.int64))[:, None]
        first, (down, right) = self.element_of(np.arange(self.cells)), self.group
        layer, row = np.divmod(first // self.shape[1], self._layer_rows)
        layer = np.minimum(layer + offset // (down * right), self.layers - 1)
        row = np.minimum(row + offset // right % down, self._layer_rows - 1)
        column = np.minimum(first % self.shape[1] + offset % right, self.shape[1] - 1)
        sampled: NDArray[np.int64] = ((layer * self._layer_rows + row) * self.shape[1] + column).T
        return sampled

    def places(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where cells are in the grid of all cells, empty ones counted."""
        row, column = np.divmod(cells, self.tile[1])
        tile, row = np.divmod(row, self.tile[0])
        down, right = np.divmod(tile, self.across)
        row = down * (self.tile[0] + self.gap[0]) + self.gap[0] + row
        place: NDArray[np.int64] = (
            row * self.columns + right * (self.tile[1] + self.gap[1]) + column
        )
        return place

    def cell_at(self, x: float, y: float) -> int | None:
        """The cell at a point."""
        if not self.rect.contains(x, y):
            return None
        down, row = divmod(int((y - self.y) / self.cell[1]), self.tile[0] + self.gap[0])
        right, column = divmod(int((x - self.x) / self.cell[0]), self.tile[1] + self.gap[1])
        row, tile = row - self.gap[0], down * self.across + right
        if row < 0 or column >= self.tile[1] or tile >= self.tiles:
            return None
        return (tile * self.tile[0] + row) * self.tile[1] + column

    def layer_places(self) -> Iterator[tuple[range, Rect]]:
        """The layers of each tile, and the room for their name above it."""
        width, height = self.cell
        for tile in range(self.tiles):
            down, right = divmod(tile, self.across)
            x = self.x + right * (self.tile[1] + self.gap[1]) * width
            y = self.y + (down * (self.tile[0] + self.gap[0]) + self.gap[0]) * height
            first = tile * self.deep
            layers = range(first, min(first + self.deep, self.layers))
            yield layers, Rect(x, y - LAYER_NAME, self.tile[1] * width, LAYER_NAME)

    @property
    def _layer_rows(self) -> int:
        return self.shape[0] // self.layers


def as_volume(shape: tuple[int, ...]) -> tuple[int, int, int] | None:
    """(layers, rows, columns) of an array with three dimensions or more that count, else None."""
    used = [n for n in shape if n > 1]
    return (math.prod(used[:-2]), used[-2], used[-1]) if len(used) > 2 else None


@functools.lru_cache(256)
def volume(shape: tuple[int, int, int], room: Rect) -> VolumeGeometry:
    """Layers as large as `room` allows; where they are too many or too large, cells gather them."""
    group, deep = 1, 1
    while (found := _fitted(shape, room, group, deep)) is None:
        tile = _tile(shape, group)
        too_large = tile[1] * SMALLEST_MATRIX > room.w
        too_large |= tile[0] * SMALLEST_MATRIX + LAYER_NAME > room.h
        if (too_large and max(tile) > 1) or deep >= shape[0]:
            group *= 2
        else:
            deep *= 2
        if group > max(shape[1:]) * 2:  # there is no room at all: one cell
            return _arranged(shape, room, (group, deep), 1.0, 1)
    return found


def _tile(shape: tuple[int, int, int], group: int) -> tuple[int, int]:
    return math.ceil(shape[1] / group), math.ceil(shape[2] / group)


def _gap(side: float) -> tuple[int, int]:
    """Empty rows above each tile and empty columns between two: whole cells."""
    return math.ceil(LAYER_NAME / side), math.ceil(BESIDE / side)


def _fitted(
    shape: tuple[int, int, int], room: Rect, group: int, deep: int
) -> VolumeGeometry | None:
    """With the largest cells that fit; None where they would be too small."""
    tiles = math.ceil(shape[0] / deep)
    for side in np.arange(LARGEST_CELL, SMALLEST_MATRIX - 0.5, -1.0).tolist():
        between = _gap(side)[1] * side
        widest = int((room.w + between) // (_tile(shape, group)[1] * side + between))
        if widest >= 1:
            found = _arranged(shape, room, (group, deep), side, min(widest, tiles))
            if found.rect.h <= room.h and found.rect.w <= room.w:
                return found
    return None


def _arranged(
    shape: tuple[int, int, int], room: Rect, gathered: tuple[int, int], side: float, across: int
) -> VolumeGeometry:
    group, deep = gathered
    tile, tiles = _tile(shape, group), math.ceil(shape[0] / deep)
    gap = _gap(side)
    rows = math.ceil(tiles / across) * (tile[0] + gap[0])
    columns = across * (tile[1] + gap[1]) - gap[1]
    return VolumeGeometry(
        (shape[0] * shape[1], shape[2]),
        (group, group),
        columns,
        rows,
        (side, side),
        room.x,
        room.y,
        False,
        shape[0],
        deep,
        tile,
        gap,
        across,
    )
