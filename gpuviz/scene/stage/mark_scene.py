"""How marked threads light up: in their own cells, or in the cell of their block."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.scene import Item, Outlines, Rect
from gpuviz.scene.stage.colours import argb, mix
from gpuviz.scene.stage.viewpoint import Viewpoint

MOST_FRAMES = 200
SMALLEST_FRAME = 7.0  # pixels, so that a single thread of many is found


def light_threads(view: Viewpoint, blocks: NDArray[np.int64], pixels: NDArray[np.uint32]) -> None:
    """Colour the marked threads in `pixels` [len(blocks), threads per block]; blocks ascending."""
    for threads, color in _colored(view):
        block, thread = np.divmod(threads, view.grid.shape.threads)
        row = np.minimum(np.searchsorted(blocks, block), max(len(blocks) - 1, 0))
        seen = blocks[row] == block if len(blocks) else np.zeros(len(block), bool)
        pixels[row[seen], thread[seen]] = argb(color)


def light_blocks(view: Viewpoint, pixels: NDArray[np.uint32]) -> None:
    """Colour in `pixels` [blocks] those with marked threads."""
    for threads, color in _colored(view):
        pixels[np.unique(threads // view.grid.shape.threads)] = argb(color)


def mark_frames(view: Viewpoint) -> list[Item]:
    """A frame around each marked thread, or its block, where they are few."""
    if not 0 < len(view.marks) <= MOST_FRAMES:
        return []
    threads = np.unique(np.concatenate([view.marks.reads, view.marks.writes]))
    rects = {_framed(view, int(thread)): None for thread in threads}
    return [Outlines(np.array(list(rects)), mix(view.theme.text, view.theme.accent, 0.8))]


def _framed(view: Viewpoint, thread: int) -> Rect:
    block, lane = divmod(thread, view.grid.shape.threads)
    grid = view.grid
    rect = grid.thread_rect(block, lane) if grid.shows_threads else grid.tile_rect(block)
    return rect.inset(min(0.0, (min(rect.w, rect.h) - SMALLEST_FRAME) / 2))


def _colored(view: Viewpoint) -> list[tuple[NDArray[np.int64], str]]:
    """Writes come last: they win where a thread does both."""
    marks, theme = view.marks, view.theme
    pairs = (marks.reads, theme.read), (marks.writes, theme.write)
    return [(threads, color) for threads, color in pairs if len(threads)]
