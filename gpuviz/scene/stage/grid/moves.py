"""Zooming, panning and entering: from one geometry of the grid to the next."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpuviz.scene.stage.grid.geometry import READABLE_CELL, GridGeometry

LARGEST_CELL = 76.0  # pixels of a thread when zoomed in
ROOM_BESIDE = 170.0  # pixels beside an entered block in which its warps are told
LEFT_IN_SIGHT = 24.0  # pixels of the grid that a drag leaves


def zoomed(grid: GridGeometry, factor: float, x: float, y: float) -> GridGeometry:
    """The same tiles larger or smaller, the thread at (x, y) staying there."""
    size = min(grid.size * factor, LARGEST_CELL)
    larger = replace(grid, size=size, spread=grid.spread * size / grid.size)
    slot = _nearest_slot(grid, x, y)
    before, after = _cell_corner(grid, slot), _cell_corner(larger, slot)
    growth = larger.cell / grid.cell
    return replace(
        larger,
        x=larger.x + x - (x - before[0]) * growth - after[0],
        y=larger.y + y - (y - before[1]) * growth - after[1],
    )


def middle(grid: GridGeometry) -> tuple[float, float]:
    """The middle of the part of the grid that is in sight."""
    view, (width, height) = grid.view, grid.content
    left, right = max(view.x, grid.x), min(view.right, grid.x + width)
    top, bottom = max(view.y, grid.y), min(view.bottom, grid.y + height)
    return (left + right) / 2, (top + bottom) / 2


def moved(grid: GridGeometry, right: float, down: float) -> GridGeometry:
    """Panned by so many pixels, but never out of sight."""
    width, height = grid.content
    view, edge = grid.view, LEFT_IN_SIGHT
    x = np.clip(grid.x + right, view.x + edge - width, view.right - edge)
    y = np.clip(grid.y + down, view.y + edge - height, view.bottom - edge)
    return replace(grid, x=float(x), y=float(y))


def centred(grid: GridGeometry, across: float, down: float) -> GridGeometry:
    """Panned so that the place at these shares of the whole grid, 0..1, is in the middle."""
    width, height = grid.content
    middle = grid.view.x + grid.view.w / 2, grid.view.y + grid.view.h / 2
    return moved(grid, middle[0] - across * width - grid.x, middle[1] - down * height - grid.y)


def entered(grid: GridGeometry, block: int) -> GridGeometry:
    """Zoomed so that one block fills the view, alone."""
    alone = replace(grid, alone=block, size=READABLE_CELL)
    sizes = np.arange(LARGEST_CELL, READABLE_CELL, -1).tolist()
    tried = (replace(alone, size=size) for size in sizes)
    near = next((one for one in tried if _tile_fits(one)), alone)
    placed = near.tile_rect(block)
    beside = grid.view.w - placed.w
    left = 4 if beside >= ROOM_BESIDE else beside / 2
    return replace(
        near,
        x=near.x + grid.view.x + left - placed.x,
        y=near.y + grid.view.y + (grid.view.h - placed.h) / 2 - placed.y,
    )


def _nearest_slot(grid: GridGeometry, x: float, y: float) -> tuple[int, int]:
    columns, rows = grid.slots_at(np.array([x]), np.array([y]))
    across, down = grid.slots
    return min(max(int(columns[0]), 0), across - 1), min(max(int(rows[0]), 0), down - 1)


def _cell_corner(grid: GridGeometry, slot: tuple[int, int]) -> tuple[float, float]:
    x, y = grid.slot_corner(*slot)
    return x + grid.inner[0], y + grid.inner[1]


def _tile_fits(grid: GridGeometry) -> bool:
    width, height = grid.tile
    return width <= grid.view.w - 8 and height <= grid.view.h - 4
