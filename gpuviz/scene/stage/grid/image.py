"""The grid as one image on the pixels of the screen: blocks, their warps or their threads, one
fading into the next as cells grow.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import Cells, Rect
from gpuviz.scene.stage.colours import argb, blend
from gpuviz.scene.stage.grid.geometry import READABLE_CELL, GridGeometry
from gpuviz.scene.stage.grid.shades import Pixels
from gpuviz.scene.stage.mark_scene import light_blocks, light_threads
from gpuviz.scene.stage.viewpoint import Viewpoint

BLOCKS_UNTIL = 0.8  # pixels of a thread below which a block is one colour
WARPS_FROM = 1.2  # from which each warp has its own
WARPS_UNTIL = 1.5  # from which threads begin to show
PARTED_FROM = 3.0  # from which a line separates threads
WIDE_FROM = 10.0  # from which that line is two pixels wide

Ints = NDArray[np.int64]


def grid_image(view: Viewpoint) -> Cells | None:
    """Everything that is seen, a cell for each pixel of the screen; None if that is nothing."""
    grid, area = view.grid, _seen(view.grid)
    rows, columns = grid.visible()
    if area.w < 1 or area.h < 1 or not len(rows) or not len(columns):
        return None
    blocks = grid.blocks_in(columns, rows)
    if min(grid.pitch) < 1:
        return _thinned(view, blocks, rows, columns)
    tiles = _tiles(view, blocks)
    down, across = tiles.shape[2] - 1, tiles.shape[3] - 1
    flat = tiles.transpose(0, 2, 1, 3).reshape(len(rows) * (down + 1), -1)
    return Cells(area, _on_screen(flat, *_axes(grid, area, across, down), argb(view.theme.panel)))


def thread_pixels(view: Viewpoint, blocks: Ints) -> Pixels:
    """[len(blocks), threads per block] of blocks in ascending order, marked threads lit; as far
    between warps and threads as cells have grown.
    """
    grid, shades = view.grid, view.shades
    pixels = shades.threads(blocks)
    share = _share(grid.cell, WARPS_UNTIL, READABLE_CELL)
    if share < 1 and grid.shape.threads > 1:
        pixels = blend(_by_warp(view, blocks), pixels, share)
    light_threads(view, blocks, pixels)
    return pixels


def block_pixels(view: Viewpoint) -> Pixels:
    """[blocks], those with a hazard or a marked thread standing out."""
    pixels = view.shades.blocks()
    light_blocks(view, pixels)
    return pixels


@dataclass(frozen=True, slots=True)
class PixelAxis:
    """For each pixel of the screen along one axis: its cell, whether a line parts that from the
    next one, and whether it lies between two tiles.
    """

    cell: Ints
    parting: NDArray[np.bool_]
    outside: NDArray[np.bool_]


def _seen(grid: GridGeometry) -> Rect:
    """The part of the view that has tiles, on whole pixels."""
    width, height = grid.content
    left, top = math.floor(max(grid.view.x, grid.x)), math.floor(max(grid.view.y, grid.y))
    right = math.ceil(min(grid.view.right, grid.x + width))
    bottom = math.ceil(min(grid.view.bottom, grid.y + height))
    return Rect(left, top, right - left, bottom - top)


@functools.lru_cache(4)
def _axes(grid: GridGeometry, area: Rect, across: int, down: int) -> tuple[PixelAxis, PixelAxis]:
    """Where cells fall on the screen, the same from frame to frame while a launch is played."""
    x, y = np.arange(area.w) + (area.x + 0.5), np.arange(area.h) + (area.y + 0.5)
    column_of, row_of = grid.slots_at(x, y)
    rows, columns = grid.visible()
    lefts, tops = x - grid.lefts(column_of), y - grid.tops(row_of)
    (wide, high), (left, top) = grid.tile, grid.inner
    return (
        _axis(lefts, column_of, columns, (wide, left, grid.cell), across),
        _axis(tops, row_of, rows, (high, top, grid.cell), down),
    )


def _axis(
    at: NDArray[np.float64],
    slot: Ints,
    seen: range,
    sizes: tuple[float, float, float],
    count: int,
) -> PixelAxis:
    """`at` is how far each pixel is from its tile's edge; `sizes` are those of a tile, of its edge
    before the first cell, and of a cell. What is in a tile beside its `count` cells is one more.
    """
    tile, inner, cell = sizes
    inside = (slot >= seen.start) & (slot < seen.stop) & (at >= 0) & (at < tile)
    within = np.floor((at - inner) / cell).astype(np.int64)
    within = np.where((within >= 0) & (within < count), within, count)
    parting = np.zeros(len(at), bool)
    if cell >= PARTED_FROM:
        parting[:-1] = within[1:] != within[:-1]
        if cell >= WIDE_FROM:
            parting[:-2] |= parting[1:-1]
    return PixelAxis(
        np.where(inside, (slot - seen.start) * (count + 1) + within, 0), parting, ~inside
    )


def _on_screen(image: Pixels, along: PixelAxis, below: PixelAxis, line: int) -> Pixels:
    wide = image.take(along.cell, axis=1)
    _part(wide, (slice(None), along.parting), line)
    wide[:, along.outside] = 0
    high = wide.take(below.cell, axis=0)
    _part(high, (below.parting,), line)
    high[below.outside] = 0
    return high


def _part(image: Pixels, where: tuple[slice | NDArray[np.bool_], ...], line: int) -> None:
    image[where] = np.where(image[where] > 0, np.uint32(line), np.uint32(0))


def _tiles(view: Viewpoint, blocks: Ints) -> NDArray[np.uint32]:
    """[rows, columns, down + 1, across + 1] cells of each tile, the last of each kind being what is
    beside its threads; a single one while blocks are cells.
    """
    grid = view.grid
    whole = block_pixels(view)[np.maximum(blocks, 0)]
    whole[blocks < 0] = 0
    if grid.cell <= BLOCKS_UNTIL or grid.shape.threads == 1:
        return whole[:, :, None, None]
    share = _share(grid.cell, BLOCKS_UNTIL, WARPS_FROM)
    present = np.unique(blocks[blocks >= 0])
    threads = thread_pixels(view, present)
    back = blend(whole, np.full_like(whole, argb(view.theme.panel)), share)
    back[blocks < 0] = 0
    if share < 1:
        threads = blend(block_pixels(view)[present, None], threads, share)
    return _laid_out(grid, blocks, threads[np.searchsorted(present, blocks)], back)


def _laid_out(grid: GridGeometry, blocks: Ints, threads: Pixels, back: Pixels) -> Pixels:
    down, across = grid.shape.down, grid.shape.across
    cells = np.empty((*blocks.shape, (down + 1) * (across + 1)), np.uint32)
    cells[:] = back[:, :, None]
    row, column = grid.shape.sheets.place(np.arange(grid.shape.threads))
    threads[blocks < 0] = 0
    cells[:, :, row * (across + 1) + column] = threads
    return cells.reshape(*blocks.shape, down + 1, across + 1)


def _by_warp(view: Viewpoint, blocks: Ints) -> Pixels:
    """[len(blocks), threads per block] each in the colour of its warp."""
    warps = view.shades.warps(blocks)
    return np.repeat(warps, WARP_SIZE, axis=1)[:, : view.grid.shape.threads]


def _share(cell: float, start: float, end: float) -> float:
    return min(max((cell - start) / (end - start), 0.0), 1.0)


def _thinned(view: Viewpoint, blocks: Ints, rows: range, columns: range) -> Cells:
    """Blocks smaller than pixels: the mean of those that share one."""
    grid = view.grid
    image = block_pixels(view)[np.maximum(blocks, 0)]
    image[blocks < 0] = 0
    left, top = grid.slot_corner(columns.start, rows.start)
    right, bottom = grid.slot_corner(columns.stop - 1, rows.stop - 1)
    area = Rect(left, top, right + grid.tile[0] - left, bottom + grid.tile[1] - top)
    together = tuple(math.ceil(1 / pitch) for pitch in grid.pitch)
    return Cells(area, mean_cells(image, together[1], together[0]))


def mean_cells(image: Pixels, rows: int, columns: int) -> Pixels:
    """Each `rows` x `columns` pixels as one in their mean colour; at the edges fewer."""
    high, wide = image.shape
    channels = image.view(np.uint8).reshape(high, wide, 4).astype(np.uint32)
    by_row = np.add.reduceat(channels, np.arange(0, high, rows), axis=0)
    sums = np.add.reduceat(by_row, np.arange(0, wide, columns), axis=1)
    counts = np.maximum(sums[:, :, 3:] // 255, 1)
    mean = (sums // counts).astype(np.uint8)
    mean[:, :, 3] = np.where(sums[:, :, 3] > 0, 255, 0)
    return np.ascontiguousarray(mean).view(np.uint32)[:, :, 0]
