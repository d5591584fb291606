"""Grids of cells as pixels, of which there may be a million: never cell by cell."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.stage.colours import argb
from gpuviz.scene.stage.scene import Cells

GAP_FROM = 3.0  # pixels of a cell from which a line separates it from the next
GAP_WIDE_FROM = 10.0  # from which that line is two pixels wide
MOST_PIXELS = 4_000_000  # larger pictures (deep zoom) are scaled and have no lines


def is_parted(cells: Cells) -> bool:
    """Whether lines separate the cells."""
    rows, columns = cells.pixels.shape
    return bool(cells.gap) and min(cells.rect.w / columns, cells.rect.h / rows) >= GAP_FROM


def is_scaled(cells: Cells) -> bool:
    """Whether one pixel a cell is enough: it is one on the screen, or there would be too many."""
    rows, columns = cells.pixels.shape
    return (
        cells.rect.w / columns == cells.rect.h / rows == 1
        or cells.rect.w * cells.rect.h > MOST_PIXELS
    )


def spread(cells: Cells) -> NDArray[np.uint32]:
    """[height, width] 0xAARRGGBB: every cell on its pixels, with the lines between them."""
    rows, columns = cells.pixels.shape
    parted, gap = is_parted(cells), argb(cells.gap) if is_parted(cells) else 0
    across, right = _places(columns, cells.rect.w / columns)
    down, below = _places(rows, cells.rect.h / rows)
    wide = cells.pixels.take(across, axis=1)
    if parted:
        wide[:, right] = np.where(wide[:, right] > 0, np.uint32(gap), 0)
    high = wide.take(down, axis=0)
    if parted:
        high[below] = np.where(high[below] > 0, np.uint32(gap), 0)
    return high


@functools.lru_cache(256)
def _places(count: int, size: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each pixel along an axis its cell, and the pixels that part the cells."""
    edges = np.round(np.arange(count + 1) * size).astype(np.intp)
    cell = np.repeat(np.arange(count), np.diff(edges))
    gap = 1 if size < GAP_WIDE_FROM else 2
    parting = np.concatenate([edges[1:] - k for k in range(1, gap + 1)])
    return cell, parting[(parting >= 0) & (parting < len(cell))]
