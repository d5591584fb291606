"""Where the elements of an array lie: 1D as a strip of rows, others as a matrix; a cell may stand
for several.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.scene import Rect

LARGEST_CELL = 26.0
WIDEST_CELL = 48.0  # of a single row: each element of a warp under its lane, also on a large screen
SMALLEST_STRIP = 4.0  # pixels of an element in a strip; smaller ones are gathered
SMALLEST_MATRIX = 2.0  # the same in a matrix
GAPLESS = 4.0  # smaller cells of a matrix need no whole number of pixels: no lines part them
LONG = 8  # a matrix so many times longer than wide is gathered along its length only
SAMPLES = 8  # elements that speak for a cell where something is asked of every element
ROW_UNIT = 32  # elements of a warp: rows of a strip begin where a warp does


@dataclass(frozen=True, slots=True)
class ArrayGeometry:
    """Cells of `cell` (width, height) pixels; each stands for `group` (down, across) elements."""

    shape: tuple[int, int]  # the array as rows and columns of elements
    group: tuple[int, int]
    columns: int  # cells in a row
    rows: int
    cell: tuple[float, float]
    x: float
    y: float
    strip: bool  # one long row of elements, wrapped

    @property
    def rect(self) -> Rect:
        """All cells."""
        return Rect(self.x, self.y, self.columns * self.cell[0], self.rows * self.cell[1])

    @property
    def cells(self) -> int:
        """How many cells there are, wrapped rows' empty end not counted."""
        if self.strip:
            return math.ceil(self.shape[1] / self.group[1])
        return self.rows * self.columns

    @property
    def elements_per_cell(self) -> int:
        """How many elements one cell stands for."""
        return self.group[0] * self.group[1]

    def cell_of(self, element: NDArray[np.int64]) -> NDArray[np.int64]:
        """The cell of each flat element."""
        row, column = element // self.shape[1], element % self.shape[1]
        if self.strip:
            return column // self.group[1]
        return row // self.group[0] * self.columns + column // self.group[1]

    def element_of(self, cell: NDArray[np.int64]) -> NDArray[np.int64]:
        """The first flat element of each cell."""
        if self.strip:
            return cell * self.group[1]
        row, column = cell // self.columns, cell % self.columns
        return row * self.group[0] * self.shape[1] + column * self.group[1]

    def samples(self) -> NDArray[np.int64]:
        """[cells, at most 8] elements of each cell: all, or some from its first to its last."""
        total = self.elements_per_cell
        offset = np.unique(np.linspace(0, total - 1, min(total, SAMPLES)).astype(np.int64))
        first = self.element_of(np.arange(self.cells))
        row = first // self.shape[1] + (offset // self.group[1])[:, None]
        column = first % self.shape[1] + (offset % self.group[1])[:, None]
        row, column = np.minimum(row, self.shape[0] - 1), np.minimum(column, self.shape[1] - 1)
        sampled: NDArray[np.int64] = (row * self.shape[1] + column).T
        return sampled

    def places(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where cells are, row by row; a volume leaves some places empty."""
        return cells

    def image(self, pixels: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """[rows, columns] of [cells] pixels; transparent where there is no cell."""
        image = np.zeros(self.rows * self.columns, np.uint32)
        image[self.places(np.arange(self.cells))] = pixels
        return image.reshape(self.rows, self.columns)

    def cell_rect(self, cell: int) -> Rect:
        """Where a cell is."""
        row, column = divmod(int(self.places(np.array(cell))), self.columns)
        width, height = self.cell
        return Rect(self.x + column * width, self.y + row * height, width, height)

    def middles(self, cells: NDArray[np.int64]) -> NDArray[np.float64]:
        """[n, 2] the middle of each cell."""
        places = self.places(cells)
        across = self.x + (places % self.columns + 0.5) * self.cell[0]
        down = self.y + (places // self.columns + 0.5) * self.cell[1]
        return np.stack([across, down], axis=1)

    def cell_at(self, x: float, y: float) -> int | None:
        """The cell at a point."""
        if not self.rect.contains(x, y):
            return None
        row, column = int((y - self.y) / self.cell[1]), int((x - self.x) / self.cell[0])
        cell = row * self.columns + min(column, self.columns - 1)
        return cell if cell < self.cells else None


def as_table(shape: tuple[int, ...]) -> tuple[int, int]:
    """Any shape as rows and columns: what is long in one direction only is one row; layers below
    each other.
    """
    size = math.prod(shape)
    if max(shape, default=1) == size:
        return 1, size
    return size // shape[-1], shape[-1]


@functools.lru_cache(256)
def strip(size: int, room: Rect) -> ArrayGeometry:
    """A 1D array in rows that fill `room`; a row holds whole warps where it can."""
    group = 1
    while (found := _rows(math.ceil(size / group), room)) is None:
        group *= 2
    columns, cell = found
    rows = math.ceil(math.ceil(size / group) / columns)
    return ArrayGeometry((1, size), (1, group), columns, rows, cell, room.x, room.y, True)


def _rows(cells: int, room: Rect) -> tuple[int, tuple[float, float]] | None:
    """(columns, cell) of the largest cells with which so many fit; None where they would be too
    small.
    """
    if cells * min(LARGEST_CELL, 8.0) <= room.w or cells <= 2:
        wide = math.floor(min(room.w / cells, WIDEST_CELL))
        high = math.floor(min(wide, LARGEST_CELL, max(room.h, SMALLEST_STRIP)))
        return cells, (float(wide), float(high))
    best, largest = None, 0.0
    for columns in range(ROW_UNIT, max(int(room.w / SMALLEST_STRIP), ROW_UNIT) + 1, ROW_UNIT):
        width = min(room.w / columns, LARGEST_CELL)
        fitting = math.floor(room.h / math.ceil(cells / columns))
        height = float(min(math.floor(width * 1.25), fitting))
        side = min(width, height)
        if side > largest and side >= min(SMALLEST_STRIP, room.w / ROW_UNIT):
            best, largest = (columns, (width, height)), side
    return best


@functools.lru_cache(256)
def matrix(shape: tuple[int, int], room: Rect, largest: float = LARGEST_CELL) -> ArrayGeometry:
    """A 2D array in true shape, as large as `room` allows."""
    rows, columns = shape
    group = _groups(shape, room)
    rows, columns = math.ceil(rows / group[0]), math.ceil(columns / group[1])
    fitting = max(min(room.w / columns, room.h / rows, largest), 1.0)
    side = fitting if fitting < GAPLESS else float(math.floor(fitting))
    return ArrayGeometry(shape, group, columns, rows, (side, side), room.x, room.y, False)


def _groups(shape: tuple[int, int], room: Rect) -> tuple[int, int]:
    """How many elements a cell stands for, down and across; the same unless one is far longer."""
    down, across = (
        2 ** math.ceil(math.log2(max(SMALLEST_MATRIX * n / max(space, 1.0), 1.0)))
        for n, space in zip(shape, (room.h, room.w), strict=True)
    )
    if max(shape) <= LONG * min(shape):
        down = across = max(down, across)
    return down, across
