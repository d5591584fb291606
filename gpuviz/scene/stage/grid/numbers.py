"""Numbers in the cells of threads, once these are large: which thread it is, its index, its place
in the block.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.stage_warp import LaneValues, WarpReader
from gpuviz.launch import WARP_SIZE, Dim3
from gpuviz.scene.numbers import kernel_value
from gpuviz.scene.scene import Captions, Item, Outlines
from gpuviz.scene.stage.colours import ink_on, mix
from gpuviz.scene.stage.grid.image import thread_pixels
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.theme import Theme

NUMBERED_CELL = 26.0  # pixels from which threads begin to show their number
CLEAR_CELL = 30.0  # from which it is in its full colour
INDEXED_CELL = 44.0  # from which they show their index variables too
PLACED_CELL = 60.0  # from which they show threadIdx too
NUMBER_TEXT, SMALL_TEXT = 10, 9  # pixels of a number alone; of the smaller lines
LETTER = 5.5 / 9  # of that: a letter
LINE = 13.0  # pixels of a line in a cell


@dataclass(frozen=True, slots=True)
class VisibleThreads:
    """The threads of one block that are in sight."""

    block: int
    threads: NDArray[np.int64]
    pixels: NDArray[np.uint32]  # [threads per block]


def numbers(view: Viewpoint) -> list[Item]:
    """The labels of all threads in sight, and borders around their warps."""
    if view.grid.cell < NUMBERED_CELL * _larger(view):
        return []
    blocks = view.grid.visible_blocks()
    pixels = thread_pixels(view, blocks)
    items: list[Item] = []
    for row, block in enumerate(blocks.tolist()):
        seen = VisibleThreads(block, _in_sight(view, block), pixels[row])
        items += _warp_borders(view, seen)
        items += _captions(view, seen)
    return items


def _in_sight(view: Viewpoint, block: int) -> NDArray[np.int64]:
    grid, room = view.grid, view.grid.threads_rect(block)
    threads = np.arange(grid.shape.threads)
    row, column = grid.shape.sheets.place(threads)
    x, y = room.x + (column + 0.5) * grid.cell, room.y + (row + 0.5) * grid.cell
    wide = (x >= grid.view.x) & (x < grid.view.right)
    return threads[wide & (y >= grid.view.y) & (y < grid.view.bottom)]


def _warp_borders(view: Viewpoint, seen: VisibleThreads) -> list[Item]:
    """Where warps do not have rows of their own, a line around each."""
    if view.grid.shape.across == WARP_SIZE:
        return []
    warps = np.unique(seen.threads // WARP_SIZE).tolist()
    rects = [rect for warp in warps for rect in view.grid.warp_rects(seen.block, warp)]
    return [Outlines(np.array(rects), view.theme.muted)] if rects else []


def _captions(view: Viewpoint, seen: VisibleThreads) -> list[Item]:
    """The lines of all cells: the number, and smaller ones below it."""
    larger, room = _larger(view), view.grid.threads_rect(seen.block)
    cell = view.grid.cell / larger
    strength = min(max((cell - NUMBERED_CELL + 1) / (CLEAR_CELL - NUMBERED_CELL), 0.2), 1.0)
    row, column = view.grid.shape.sheets.place(seen.threads)
    middles = np.stack([column, row], 1) * view.grid.cell
    middles += np.array([room.x, room.y]) - 1 + view.grid.cell / 2
    inks = [_ink(view.theme, pixel, strength) for pixel in seen.pixels[seen.threads].tolist()]
    lines = _lines(view, seen)
    high = len(lines)
    items: list[Item] = []
    for at, texts in enumerate(lines):
        points = middles + np.array([0.0, (at - (high - 1) / 2) * LINE * larger])
        small = at > 0
        size = view.px(SMALL_TEXT if small else 11 if high > 1 else NUMBER_TEXT)
        bold = high > 1 and not small
        items.append(Captions(points, tuple(texts), tuple(inks), size, bold, mono=small))
    return items


def _larger(view: Viewpoint) -> float:
    """How many times as large cells are in which the same is said in larger letters."""
    return view.px(SMALL_TEXT) / SMALL_TEXT


@functools.lru_cache(1024)
def _ink(theme: Theme, pixel: int, strength: float) -> str:
    """The colour of words on a cell, which fade in as it grows."""
    return mix(ink_on(theme, pixel), f"#{pixel & 0xFFFFFF:06x}", strength)


def _lines(view: Viewpoint, seen: VisibleThreads) -> list[list[str]]:
    """The thread's number, its index variables, its place in the block; empty where not shown."""
    threads, block = seen.threads.tolist(), view.trace.config.block
    larger = _larger(view)
    lines = [[str(thread) for thread in threads]]
    if view.grid.cell >= INDEXED_CELL * larger and view.facts.reader is not None:
        index = _index_texts(view, view.facts.reader, seen)
        lines.append([index.get(thread, "") for thread in threads])
    if view.grid.cell >= PLACED_CELL * larger and max(block) < block.size:
        lines.append([_place_text(block, thread) for thread in threads])
    return [texts for texts in lines if any(texts)]


def _place_text(block: Dim3, thread: int) -> str:
    place = block.index(thread)
    return ",".join(str(n) for n in (place if block.z > 1 else place[:2]))


def _index_texts(view: Viewpoint, reader: WarpReader, seen: VisibleThreads) -> dict[int, str]:
    """By thread: what the variables hold that say which element it works on, where known."""
    found: dict[int, str] = {}
    for warp in np.unique(seen.threads // WARP_SIZE).tolist():
        values = reader.index_values(seen.block, warp, view.instant)
        for lane in range(WARP_SIZE):
            known = [one for one in values if one.known[lane]]
            if known:
                found[warp * WARP_SIZE + lane] = _index_text(view, known, lane)
    return found


def _index_text(view: Viewpoint, values: list[LaneValues], lane: int) -> str:
    """With the names if these fit."""
    short = ",".join(kernel_value(one.value[lane]) for one in values)
    full = f"{','.join(one.name for one in values)} {short}"
    return full if len(full) <= (view.grid.cell - 4) / (LETTER * view.px(SMALL_TEXT)) else short
