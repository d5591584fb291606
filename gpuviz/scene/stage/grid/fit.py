"""The whole grid in a room: how large its threads can be, in how many rows."""

from __future__ import annotations

import functools
import math
from dataclasses import replace

import numpy as np

from gpuviz.scene.scene import Rect
from gpuviz.scene.stage.grid.geometry import READABLE_CELL, GridGeometry
from gpuviz.scene.stage.grid.shape import GridShape

LARGEST_FIT = 16.0  # pixels of a thread where a small launch has room to spare
ONE_ROW_SHARE = 0.6  # of the size in several rows with which one row of blocks is preferred
MOST_SPREAD = 30.0  # pixels between columns that fill the width
SIZES = np.r_[np.arange(LARGEST_FIT, 2, -1), 2.5 * 0.9 ** np.arange(100)]


@functools.lru_cache(256)
def fit_grid(shape: GridShape, view: Rect, layer: int | None = None) -> GridGeometry:
    """All blocks as large as `view` allows, or those of one layer."""
    best = _largest(shape, view, False, layer)
    if shape.columns is None and best.rows > 1 and best.cell >= READABLE_CELL:
        row = _largest(replace(shape, columns=shape.blocks, rows=1), view, False, layer)
        best = replace(row, shape=shape) if row.cell >= ONE_ROW_SHARE * best.cell else best
    if best.cell < READABLE_CELL:
        best = _largest(shape, view, True, layer)
    return _aligned(replace(best, fitting=best.size))


def _largest(shape: GridShape, view: Rect, square: bool, layer: int | None) -> GridGeometry:
    for size in SIZES:
        tried = _sized(shape, view, float(size), square, layer)
        width, height = tried.content
        if width <= view.w + 0.5 and height <= view.h + 0.5:
            break
    return tried


def _sized(
    shape: GridShape, view: Rect, size: float, square: bool, layer: int | None
) -> GridGeometry:
    """As many columns, or layers in a row, as the width has room for."""
    tried = GridGeometry(shape, view, 1, size, square, view.x, view.y, fitting=size, layer=layer)
    right = tried.pitch[0]
    if shape.columns is None:
        fitting = min(max(int((view.w + tried.gap) // right), 1), shape.blocks)
        return replace(tried, columns=math.ceil(shape.blocks / math.ceil(shape.blocks / fitting)))
    tried = replace(tried, columns=shape.columns)
    fan = min(max(int((view.w + tried.gap) // tried.layer_pitch[0]), 1), shape.layers)
    return replace(tried, fan=math.ceil(shape.layers / math.ceil(shape.layers / fan)))


def _aligned(grid: GridGeometry) -> GridGeometry:
    """Spread over the width where that needs little, else centred."""
    width, height = grid.content
    free = grid.view.w - width
    spread = free / (grid.columns - 1) if grid.columns > 1 else 0.0
    middle = grid.view.y + math.floor(max(grid.view.h - height, 0) / 2)
    if 0 < spread <= MOST_SPREAD and grid.shows_threads and grid.shape.columns is None:
        return replace(grid, spread=float(math.floor(spread)), y=middle)
    return replace(grid, x=grid.view.x + math.floor(free / 2), y=middle)
