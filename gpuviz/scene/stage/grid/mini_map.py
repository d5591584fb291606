"""A small picture of the whole grid in a corner while only a part of it is seen."""

from __future__ import annotations

import math

import numpy as np

from gpuviz.scene.scene import Area, Cells, Item, MapHit, Panel, Rect, Scene
from gpuviz.scene.stage.grid.geometry import GridGeometry
from gpuviz.scene.stage.grid.image import block_pixels, mean_cells
from gpuviz.scene.stage.viewpoint import Viewpoint

LARGEST = (150.0, 84.0)  # pixels
SMALLEST = 20.0  # pixels of its shorter side
EDGE = 8.0  # pixels from the corner


def mini_map(view: Viewpoint) -> Scene:
    """The grid's blocks, with a frame around what is seen; a press on it goes there."""
    grid = view.grid
    if grid.is_whole or grid.alone is not None:
        return Scene()
    room = map_rect(grid)
    frame = Panel(room.inset(-3), view.theme.panel, view.theme.faint, radius=4)
    picture = Cells(room, _blocks(view, room))
    seen = Panel(seen_rect(grid, room), "", view.theme.text, radius=1, width=1.5)
    items: tuple[Item, ...] = (frame, picture, seen)
    return Scene(items, (Area(room.inset(-3), lambda x, y: _hit(room, x, y)),))


def map_rect(grid: GridGeometry) -> Rect:
    """Where the map is: as wide and high as the grid is, in the lower right corner."""
    width, height = grid.content
    scale = min(LARGEST[0] / width, LARGEST[1] / height)
    wide, high = max(width * scale, SMALLEST), max(height * scale, SMALLEST)
    return Rect(
        math.floor(grid.view.right - wide - EDGE),
        math.floor(grid.view.bottom - high - EDGE),
        math.floor(wide),
        math.floor(high),
    )


def seen_rect(grid: GridGeometry, room: Rect) -> Rect:
    """What is seen of the grid, on the map; never too small to be found."""
    width, height = grid.content
    left, right = _shares(grid.view.x - grid.x, grid.view.right - grid.x, width)
    top, bottom = _shares(grid.view.y - grid.y, grid.view.bottom - grid.y, height)
    wide, high = max((right - left) * room.w, 4.0), max((bottom - top) * room.h, 4.0)
    x = min(room.x + left * room.w, room.right - wide)
    return Rect(x, min(room.y + top * room.h, room.bottom - high), wide, high)


def _shares(start: float, end: float, whole: float) -> tuple[float, float]:
    return min(max(start / whole, 0.0), 1.0), min(max(end / whole, 0.0), 1.0)


def _blocks(view: Viewpoint, room: Rect) -> np.ndarray[tuple[int, ...], np.dtype[np.uint32]]:
    across, down = view.grid.slots
    blocks = view.grid.blocks_in(range(across), range(down))
    image = block_pixels(view)[np.maximum(blocks, 0)]
    image[blocks < 0] = 0
    return mean_cells(image, math.ceil(down / room.h), math.ceil(across / room.w))


def _hit(room: Rect, x: float, y: float) -> MapHit:
    return MapHit((x - room.x) / room.w, (y - room.y) / room.h)
