"""Grids of cells as pixels, of which there may be a million: never cell by cell."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.scene import Cells, Rect
from gpuviz.scene.stage.colours import argb

GAP_FROM = 3.0  # pixels of a cell from which a line separates it from the next
GAP_WIDE_FROM = 10.0  # from which that line is two pixels wide
MOST_PIXELS = 4_000_000  # larger pictures (deep zoom) are scaled and have no lines


def is_parted(cells: Cells) -> bool:
    """Whether lines separate the cells."""
    rows, columns = cells.pixels.shape
    return bool(cells.gap) and min(cells.rect.w / columns, cells.rect.h / rows) >= GAP_FROM


def placed_pixels(cells: Cells) -> tuple[Rect, NDArray[np.uint32]]:
    """Where the cells lie and [height, width] 0xAARRGGBB: a pixel of the screen each, with the
    lines between the cells; one for each cell where that is enough, or there would be too many.
    """
    rect, (rows, columns) = cells.rect, cells.pixels.shape
    if rect.w / columns == rect.h / rows == 1 or rect.w * rect.h > MOST_PIXELS:
        return rect, cells.pixels
    pixels = _spread(cells)
    high, wide = pixels.shape
    return Rect(round(rect.x), round(rect.y), wide, high), pixels


def _spread(cells: Cells) -> NDArray[np.uint32]:
    """Every cell on its pixels of the screen, with the lines between them."""

    rows, columns = cells.pixels.shape
    across, right = _places(columns, cells.rect.w / columns)
    down, below = _places(rows, cells.rect.h / rows)
    wide = cells.pixels.take(across, axis=1)
    if not is_parted(cells):
        return wide.take(down, axis=0)
    gap = np.uint32(argb(cells.gap))
    wide[:, right] = np.where(wide[:, right] > 0, gap, 0)
    high = wide.take(down, axis=0)
    high[below] = np.where(high[below] > 0, gap, 0)
    return high


@functools.lru_cache(256)
def _places(count: int, size: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each pixel along an axis its cell, and the pixels that part the cells."""
    edges = np.round(np.arange(count + 1) * size).astype(np.intp)
    cell = np.repeat(np.arange(count), np.diff(edges))
    gap = 1 if size < GAP_WIDE_FROM else 2
    parting = np.concatenate([edges[1:] - k for k in range(1, gap + 1)])
    return cell, parting[(parting >= 0) & (parting < len(cell))]
