"""Where blocks and threads lie on the canvas, and which thread is at a point."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Rect
from gpuviz.scene.stage.grid.shape import GridShape

READABLE_CELL = 2.0  # from which threads can be told apart
SNAPPED_CELL = 6.0  # from which a thread has whole pixels
HEADER = 18.0  # pixels of a tile's title
LAYER_NAME = 16.0  # pixels above a layer of blocks, for its name
NAMED_LAYER = 40.0  # pixels of a layer that has one

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class GridGeometry:
    """Tiles at a size. Tiles stand in slots, layer beside layer; `x`, `y` is the first layer's
    corner.

    Small blocks are square tiles while the whole grid is seen, and take their own shape as
    threads appear.
    """

    shape: GridShape
    view: Rect  # what is seen
    columns: int  # tiles in a row of a layer
    size: float  # wanted pixels per thread
    square: bool
    x: float
    y: float
    fan: int = 1  # layers in a row
    fitting: float = READABLE_CELL  # pixels of a thread in the whole picture
    spread: float = 0.0  # extra pixels between columns
    alone: int | None = None  # the one block that is seen, once it was entered
    layer: int | None = None  # the one layer that is seen

    @cached_property
    def cell(self) -> float:
        """Pixels per thread; whole ones where cells are large."""
        return float(round(self.size)) if self.size >= SNAPPED_CELL else self.size

    @cached_property
    def layers(self) -> int:
        """How many layers of blocks are seen."""
        return self.shape.layers if self.layer is None else 1

    @cached_property
    def rows(self) -> int:
        """Rows of tiles in a layer."""
        if self.shape.columns is None:
            return math.ceil(self.shape.blocks / self.columns)
        return self.shape.rows

    @cached_property
    def slots(self) -> tuple[int, int]:
        """Columns and rows of tiles in all layers."""
        fan = min(self.fan, self.layers)
        return fan * self.columns, math.ceil(self.layers / fan) * self.rows

    @cached_property
    def pad(self) -> float:
        """Pixels between a tile's edge and its threads."""
        return float(min(8, max(0, round(1.2 * self.cell - 1))))

    @cached_property
    def header(self) -> float:
        """Pixels above a tile's threads, a title if it is HEADER high."""
        wide = (self.cell * self.shape.across - 32) / 16
        large = (self.cell - 1) / (READABLE_CELL - 1)
        return round(HEADER * min(max(min(wide, large), 0.0), 1.0))

    @cached_property
    def tile(self) -> tuple[float, float]:
        """Width and height of a tile."""
        width = self.cell * self.shape.across + 2 * self.pad
        height = self.cell * self.shape.down + 2 * self.pad + self.header
        if not self.square or self.cell >= READABLE_CELL:
            return width, height
        side, share = max(width, height), self._squareness
        return width + (side - width) * share, height + (side - height) * share

    @property
    def _squareness(self) -> float:
        """1 in the whole picture, 0 once threads can be told apart."""
        whole = math.log(READABLE_CELL / min(self.fitting, READABLE_CELL * 0.99))
        return min(max(math.log(READABLE_CELL / self.cell) / whole, 0.0), 1.0)

    @cached_property
    def gap(self) -> float:
        """Pixels between tiles."""
        return float(min(10, round(min(self.tile) / 6)))

    @cached_property
    def pitch(self) -> tuple[float, float]:
        """From one tile to the next, to the right and down."""
        width, height = self.tile
        return width + self.gap + self.spread, height + self.gap

    @cached_property
    def layer_name(self) -> float:
        """Pixels above each layer for its name."""
        named = self.shape.layers > 1 and self.columns * self.pitch[0] >= NAMED_LAYER
        return LAYER_NAME if named else 0.0

    @cached_property
    def layer_pitch(self) -> tuple[float, float]:
        """From one layer to the next, to the right and down."""
        apart = self.gap + min(self.tile[0] / 2, 14.0) if self.shape.layers > 1 else 0.0
        right, down = self.pitch
        return self.columns * right + apart, self.rows * down + apart + self.layer_name

    @cached_property
    def content(self) -> tuple[float, float]:
        """Width and height of all tiles."""
        right, bottom = self.slots
        last = self.slot_corner(right - 1, bottom - 1)
        return last[0] + self.tile[0] - self.x, last[1] + self.tile[1] - self.y

    @property
    def shows_threads(self) -> bool:
        """Whether single threads can be seen."""
        return self.cell >= READABLE_CELL or self.shape.threads == 1

    @property
    def is_whole(self) -> bool:
        """Whether all of the grid is in sight."""
        width, height = self.content
        inside = self.x >= self.view.x - 1 and self.y >= self.view.y - 1
        wide = self.x + width <= self.view.right + 1
        return self.alone is None and inside and wide and self.y + height <= self.view.bottom + 1

    def slot_corner(self, column: int, row: int) -> tuple[float, float]:
        """Left and top of the tile in a slot."""
        right, along = divmod(column, self.columns)
        down, below = divmod(row, self.rows)
        x = self.x + right * self.layer_pitch[0] + along * self.pitch[0]
        y = self.y + down * self.layer_pitch[1] + below * self.pitch[1] + self.layer_name
        return (float(round(x)), float(round(y))) if self.cell >= SNAPPED_CELL else (x, y)

    def lefts(self, columns: NDArray[np.int64]) -> Numbers:
        """Where tiles in some columns of slots begin; on whole pixels where cells are large."""
        layer, within = np.divmod(columns, self.columns)
        x = self.x + layer * self.layer_pitch[0] + within * self.pitch[0]
        return np.round(x) if self.cell >= SNAPPED_CELL else x

    def tops(self, rows: NDArray[np.int64]) -> Numbers:
        """Where tiles in some rows of slots begin."""
        layer, within = np.divmod(rows, self.rows)
        y = self.y + layer * self.layer_pitch[1] + within * self.pitch[1] + self.layer_name
        return np.round(y) if self.cell >= SNAPPED_CELL else y

    def slots_at(self, x: Numbers, y: Numbers) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The nearest columns and rows of tiles at some points; those outside are -1 or too
        large.
        """
        across, down = self.slots
        columns = _slot(x - self.x, self.columns, self.pitch[0], self.layer_pitch[0], across)
        top = y - self.y - self.layer_name
        return columns, _slot(top, self.rows, self.pitch[1], self.layer_pitch[1], down)

    def slot_of(self, block: int) -> tuple[int, int]:
        """Column and row of a block's tile, as if its layer were seen."""
        layer, within = divmod(block, self.columns * self.rows)
        row, column = divmod(within, self.columns)
        down, right = divmod(layer, self.fan) if self.layer is None else (0, 0)
        return right * self.columns + column, down * self.rows + row

    def blocks_in(self, columns: range, rows: range) -> NDArray[np.int64]:
        """[rows, columns] the block in each slot, -1 for none."""
        right, column = np.divmod(np.array(columns, np.int64), self.columns)
        down, row = np.divmod(np.array(rows, np.int64), self.rows)
        layer = np.add.outer(down * self.fan, right) + (self.layer or 0)
        within = np.add.outer(row * self.columns, column)
        block: NDArray[np.int64] = layer * (self.columns * self.rows) + within
        block[(block >= self.shape.blocks) | (layer >= self.shape.layers)] = -1
        return block

    def is_shown(self, block: int) -> bool:
        """Whether a block is drawn, in sight or not."""
        in_layer = self.layer in (None, block // (self.columns * self.rows))
        return in_layer and self.alone in (None, block)

    def tile_rect(self, block: int) -> Rect:
        """Where a block is."""
        return Rect(*self.slot_corner(*self.slot_of(block)), *self.tile)

    @cached_property
    def inner(self) -> tuple[float, float]:
        """From a tile's corner to its first cell."""
        spare = self.tile[0] - self.cell * self.shape.across, self.tile[1] - self.header
        above = (spare[1] - self.cell * self.shape.down) / 2
        return spare[0] / 2, self.header + above

    def threads_rect(self, block: int) -> Rect:
        """Where the threads of a block are."""
        tile = self.tile_rect(block)
        wide, high = self.cell * self.shape.across, self.cell * self.shape.down
        return Rect(tile.x + self.inner[0], tile.y + self.inner[1], wide, high)

    def thread_rect(self, block: int, thread: int) -> Rect:
        """Where one thread is."""
        threads = self.threads_rect(block)
        row, column = self.shape.sheets.place(np.array(thread))
        x, y = threads.x + int(column) * self.cell, threads.y + int(row) * self.cell
        return Rect(x, y, self.cell, self.cell)

    def warp_rects(self, block: int, warp: int) -> list[Rect]:
        """Where the threads of one warp are: one rectangle of whole rows, else one for each row."""
        first = warp * WARP_SIZE
        stop = min(first + WARP_SIZE, self.shape.threads)
        rows, columns = self.shape.sheets.place(np.arange(first, stop))
        breaks = np.flatnonzero((np.diff(rows) != 0) | (np.diff(columns) != 1)) + 1
        starts, ends = np.r_[0, breaks], np.r_[breaks, stop - first]
        corner = self.threads_rect(block)
        runs = [
            Rect(
                corner.x + int(columns[a]) * self.cell,
                corner.y + int(rows[a]) * self.cell,
                int(b - a) * self.cell,
                self.cell,
            )
            for a, b in zip(starts, ends, strict=True)
        ]
        return _joined(runs)

    def block_at(self, x: float, y: float) -> int | None:
        """The block at a point, None between tiles."""
        columns, rows = self.slots_at(np.array([x]), np.array([y]))
        column, row = int(columns[0]), int(rows[0])
        across, down = self.slots
        if not (0 <= column < across and 0 <= row < down):
            return None
        block = int(self.blocks_in(range(column, column + 1), range(row, row + 1))[0, 0])
        if block < 0 or not self.is_shown(block):
            return None
        return block if self.tile_rect(block).contains(x, y) else None

    def thread_at(self, x: float, y: float, block: int) -> int | None:
        """The thread of a block at a point; None beside them or where they are too small to be
        meant.
        """
        return self._thread_near(x, y, block) if self.shows_threads else None

    def warp_at(self, x: float, y: float, block: int) -> int | None:
        """The warp of a block at a point; None beside them or where they are too small to be
        meant.
        """
        if self.cell < 1:
            return None
        thread = self._thread_near(x, y, block)
        return None if thread is None else thread // WARP_SIZE

    def _thread_near(self, x: float, y: float, block: int) -> int | None:
        threads = self.threads_rect(block)
        if not threads.contains(x, y):
            return None
        row, column = int((y - threads.y) / self.cell), int((x - threads.x) / self.cell)
        column = min(column, self.shape.across - 1)
        thread = self.shape.sheets.thread_in(min(row, self.shape.down - 1), column)
        return thread if thread is not None and thread < self.shape.threads else None

    def visible(self) -> tuple[range, range]:
        """Rows and columns of slots that are seen at least in part."""
        view, (across, down) = self.view, self.slots
        columns, rows = self.slots_at(
            np.array([view.x, view.right]), np.array([view.y, view.bottom])
        )
        return (
            range(max(int(rows[0]), 0), min(int(rows[1]) + 1, down)),
            range(max(int(columns[0]), 0), min(int(columns[1]) + 1, across)),
        )

    def visible_blocks(self) -> NDArray[np.int64]:
        """Blocks that are seen at least in part, ascending."""
        if self.alone is not None:
            return np.array([self.alone], np.int64)
        rows, columns = self.visible()
        blocks = self.blocks_in(columns, rows).ravel()
        return np.sort(blocks[blocks >= 0])


def _slot(
    at: Numbers, in_a_layer: int, pitch: float, layer_pitch: float, count: int
) -> NDArray[np.int64]:
    layer = np.clip(np.floor(at / layer_pitch), 0, count // in_a_layer - 1)
    within = np.floor((at - layer * layer_pitch) / pitch)
    last = layer == count // in_a_layer - 1
    within = np.where(last, within, np.minimum(within, in_a_layer - 1))
    slot = layer * in_a_layer + np.clip(within, -1, in_a_layer)
    return np.asarray(slot, np.float64).astype(np.int64)


def _joined(runs: list[Rect]) -> list[Rect]:
    """One rectangle for runs that lie exactly below each other."""
    whole = all(run.x == runs[0].x and run.w == runs[0].w for run in runs)
    stacked = runs[-1].bottom - runs[0].y - sum(run.h for run in runs) < 0.5
    return [runs[0]._replace(h=runs[-1].bottom - runs[0].y)] if whole and stacked else runs
