"""Where blocks and threads lie on the canvas: fitting, zooming, and which thread is at a point."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig
from gpuviz.ui.stage.scene import Rect

LARGEST_FIT = 16.0  # pixels of a thread where a small launch has room to spare
LARGEST_CELL = 44.0  # pixels of a thread when zoomed in
READABLE_CELL = 2.0  # below it a block is drawn as one square cell
ROOM_BESIDE = 170.0  # pixels beside an entered block in which its warps are told
HEADER = 18.0  # pixels of a tile's title
ONE_ROW_SHARE = 0.6  # of the size in several rows with which one row of blocks is preferred
SIZES = np.r_[np.arange(LARGEST_FIT, 2, -1), 2.5 * 0.9 ** np.arange(100)]


@dataclass(frozen=True, slots=True)
class GridShape:
    """The launch in cells: tiles in the grid, threads in a tile."""

    blocks: int
    columns: int | None  # tiles in a row; None: a 1D grid, wrapped as it fits
    across: int  # threads in a row of a tile
    down: int
    threads: int

    @classmethod
    def of(cls, config: LaunchConfig) -> GridShape:
        """1D blocks have a warp in each row; others are drawn in their shape, z layers below each
        other.
        """
        grid, block = config.grid, config.block
        across = min(block.x, WARP_SIZE) if _is_line(block) else block.x
        columns = None if _is_line(grid) else grid.x
        return cls(config.blocks, columns, across, math.ceil(block.size / across), block.size)


@dataclass(frozen=True, slots=True)
class GridGeometry:
    """Tiles at a size. `cell` is pixels per thread; `view` what is seen, `x`, `y` where tile 0
    begins.
    """

    shape: GridShape
    view: Rect
    columns: int
    cell: float
    square: bool  # a block is a square tile: its threads are too small in the whole picture
    x: float
    y: float
    spread: float = 0.0  # extra pixels between columns
    alone: int | None = None  # the one block that is seen, once it was entered

    @property
    def rows(self) -> int:
        """Rows of tiles."""
        return math.ceil(self.shape.blocks / self.columns)

    @property
    def pad(self) -> float:
        """Pixels between a tile's edge and its threads."""
        if self.cell < READABLE_CELL:
            return 0.0
        return 1.0 if self.cell < 3 else min(8.0, round(1 + self.cell))

    @property
    def header(self) -> float:
        """Pixels of the title above a tile's threads; 0 where there is no room for one."""
        return HEADER if self.cell >= READABLE_CELL and self._across >= 48 else 0.0

    @property
    def _across(self) -> float:
        side = max(self.shape.across, self.shape.down) if self.square else self.shape.across
        return self.cell * side

    @property
    def tile(self) -> tuple[float, float]:
        """Width and height of a tile."""
        width = self._across + 2 * self.pad
        if self.square:
            return width + self.header, width + self.header
        return width, self.cell * self.shape.down + 2 * self.pad + self.header

    @property
    def gap(self) -> float:
        """Pixels between tiles."""
        width, height = self.tile
        return 10.0 if self.cell >= 4 else float(min(max(round(min(width, height) / 6), 0), 3))

    @property
    def pitch(self) -> tuple[float, float]:
        """From one tile to the next, to the right and down."""
        width, height = self.tile
        return width + self.gap + self.spread, height + self.gap

    @property
    def content(self) -> tuple[float, float]:
        """Width and height of all tiles."""
        right, down = self.pitch
        return self.columns * right - self.gap - self.spread, self.rows * down - self.gap

    @property
    def shows_threads(self) -> bool:
        """Whether single threads can be seen."""
        return self.cell >= READABLE_CELL or self.shape.threads == 1

    def tile_rect(self, block: int) -> Rect:
        """Where a block is."""
        right, down = self.pitch
        row, column = divmod(block, self.columns)
        return Rect(self.x + column * right, self.y + row * down, *self.tile)

    def threads_rect(self, block: int) -> Rect:
        """Where the threads of a block are."""
        tile = self.tile_rect(block)
        height = self.cell * self.shape.down
        top = tile.y + self.pad + self.header
        if self.square:
            top = max(top, tile.y + (tile.h - height) / 2) if self.header else top
        return Rect(tile.x + self.pad, top, self.cell * self.shape.across, height)

    def thread_rect(self, block: int, thread: int) -> Rect:
        """Where one thread is."""
        threads = self.threads_rect(block)
        row, column = divmod(thread, self.shape.across)
        return Rect(
            threads.x + column * self.cell, threads.y + row * self.cell, self.cell, self.cell
        )

    def warp_rects(self, block: int, warp: int) -> list[Rect]:
        """Where the threads of one warp are: one rectangle of whole rows, else one for each."""
        first = warp * WARP_SIZE
        stop = min(first + WARP_SIZE, self.shape.threads)
        if first % self.shape.across == 0 and stop % self.shape.across == 0:
            rows = (stop - first) // self.shape.across
            row = self.thread_rect(block, first)
            return [row._replace(w=self.cell * self.shape.across, h=self.cell * rows)]
        rects = []
        while first < stop:
            end = min(stop, (first // self.shape.across + 1) * self.shape.across)
            begin = self.thread_rect(block, first)
            rects.append(begin._replace(w=self.cell * (end - first)))
            first = end
        return rects

    def block_at(self, x: float, y: float) -> int | None:
        """The block at a point, None between tiles."""
        right, down = self.pitch
        column, row = math.floor((x - self.x) / right), math.floor((y - self.y) / down)
        block = row * self.columns + column
        if not (0 <= column < self.columns and 0 <= block < self.shape.blocks):
            return None
        if self.alone not in (None, block):
            return None
        return block if self.tile_rect(block).contains(x, y) else None

    def thread_at(self, x: float, y: float, block: int) -> int | None:
        """The thread of a block at a point; None beside them or where they are too small to be
        meant.
        """
        threads = self.threads_rect(block)
        if not self.shows_threads or not threads.contains(x, y):
            return None
        row, column = int((y - threads.y) / self.cell), int((x - threads.x) / self.cell)
        thread = row * self.shape.across + min(column, self.shape.across - 1)
        return thread if thread < self.shape.threads else None

    def visible(self) -> tuple[range, range]:
        """Rows and columns of tiles that are seen at least in part."""
        right, down = self.pitch
        first_row = max(math.floor((self.view.y - self.y) / down), 0)
        first_column = max(math.floor((self.view.x - self.x) / right), 0)
        last_row = min(math.ceil((self.view.bottom - self.y) / down), self.rows)
        last_column = min(math.ceil((self.view.right - self.x) / right), self.columns)
        return range(first_row, last_row), range(first_column, last_column)

    def visible_blocks(self) -> NDArray[np.int64]:
        """Blocks that are seen at least in part, ascending."""
        if self.alone is not None:
            return np.array([self.alone], np.int64)
        rows, columns = self.visible()
        blocks = np.add.outer(np.array(rows, np.int64) * self.columns, np.array(columns, np.int64))
        return blocks.ravel()[blocks.ravel() < self.shape.blocks]

    def zoomed(self, factor: float, x: float, y: float) -> GridGeometry:
        """The same tiles larger or smaller, what is at (x, y) staying there."""
        cell = min(self.cell * factor, LARGEST_CELL)
        larger = replace(self, cell=cell, spread=self.spread * cell / self.cell)
        old, new = self.pitch, larger.pitch
        return replace(
            larger,
            x=x - (x - self.x) / old[0] * new[0],
            y=y - (y - self.y) / old[1] * new[1],
        )

    def moved(self, right: float, down: float) -> GridGeometry:
        """Panned by so many pixels, but never out of sight."""
        width, height = self.content
        x = np.clip(self.x + right, self.view.x + 24 - width, self.view.right - 24)
        y = np.clip(self.y + down, self.view.y + 24 - height, self.view.bottom - 24)
        return replace(self, x=float(x), y=float(y))

    def entered(self, block: int) -> GridGeometry:
        """Zoomed so that one block fills the view, alone."""
        alone = replace(self, alone=block, square=False, cell=READABLE_CELL)
        sizes = np.arange(LARGEST_CELL, READABLE_CELL, -1).tolist()
        tried = (replace(alone, cell=cell) for cell in sizes)
        near = next((grid for grid in tried if grid._tile_fits()), alone)
        placed = near.tile_rect(block)
        beside = self.view.w - placed.w
        left = 4 if beside >= ROOM_BESIDE else beside / 2
        return replace(
            near,
            x=near.x + self.view.x + left - placed.x,
            y=near.y + self.view.y + (self.view.h - placed.h) / 2 - placed.y,
        )

    def _tile_fits(self) -> bool:
        width, height = self.tile
        return width <= self.view.w - 8 and height <= self.view.h - 4


def fit_grid(shape: GridShape, view: Rect) -> GridGeometry:
    """All blocks as large as `view` allows."""
    best = _largest(shape, view, square=False)
    if shape.columns is None and best.rows > 1 and best.cell >= READABLE_CELL:
        row = _largest(replace(shape, columns=shape.blocks), view, square=False)
        best = replace(row, shape=shape) if row.cell >= ONE_ROW_SHARE * best.cell else best
    if best.cell < READABLE_CELL:
        best = _largest(shape, view, square=True)
    return _aligned(best)


def _largest(shape: GridShape, view: Rect, square: bool) -> GridGeometry:
    for cell in SIZES:
        tried = GridGeometry(shape, view, 1, float(cell), square, view.x, view.y)
        right, _ = tried.pitch
        columns = shape.columns or max(int((view.w + tried.gap) // right), 1)
        columns = min(columns, shape.blocks)
        if shape.columns is None:
            columns = math.ceil(shape.blocks / math.ceil(shape.blocks / columns))
        tried = replace(tried, columns=columns)
        width, height = tried.content
        if width <= view.w + 0.5 and height <= view.h + 0.5:
            break
    return tried


def _aligned(grid: GridGeometry) -> GridGeometry:
    """Spread over the width where that needs little, else centred."""
    width, height = grid.content
    free = grid.view.w - width
    spread = free / (grid.columns - 1) if grid.columns > 1 else 0.0
    if 0 < spread <= 30 and grid.shows_threads and grid.shape.columns is None:
        return replace(grid, spread=math.floor(spread), y=_middle(grid, height))
    return replace(grid, x=grid.view.x + math.floor(free / 2), y=_middle(grid, height))


def _middle(grid: GridGeometry, height: float) -> float:
    return grid.view.y + math.floor(max(grid.view.h - height, 0) / 2)


def _is_line(shape: Dim3) -> bool:
    return max(shape) == shape.size
