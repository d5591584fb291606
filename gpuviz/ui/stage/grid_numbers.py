"""Numbers in the cells of threads, once these are large: which thread it is, its index, its place
in the block.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.ui.numbers import kernel_value
from gpuviz.ui.stage.colours import ink_on, mix
from gpuviz.ui.stage.grid_image import thread_pixels
from gpuviz.ui.stage.scene import Item, Label, Outlines, Rect
from gpuviz.ui.stage.viewpoint import Viewpoint

NUMBERED_CELL = 20.0  # pixels from which threads begin to show their number
CLEAR_CELL = 24.0  # from which it is in its full colour
INDEXED_CELL = 44.0  # from which they show their index variables too
PLACED_CELL = 60.0  # from which they show threadIdx too
MOST_NUMBERS = 1200
LINE = 13.0  # pixels of a line in a cell


@dataclass(frozen=True, slots=True)
class Seen:
    """The threads of one block that are in sight."""

    block: int
    threads: NDArray[np.int64]
    pixels: NDArray[np.uint32]  # [threads per block]


def numbers(view: Viewpoint) -> list[Item]:
    """The labels of all threads in sight, and borders around their warps."""
    if view.grid.cell < NUMBERED_CELL:
        return []
    blocks = view.grid.visible_blocks()
    pixels = thread_pixels(view, blocks)
    items: list[Item] = []
    for row, block in enumerate(blocks.tolist()):
        seen = Seen(block, _in_sight(view, block), pixels[row])
        items += _warp_borders(view, seen)
        items += _block_labels(view, seen, MOST_NUMBERS - len(items))
    return items


def _in_sight(view: Viewpoint, block: int) -> NDArray[np.int64]:
    grid, room = view.grid, view.grid.threads_rect(block)
    threads = np.arange(grid.shape.threads)
    row, column = grid.shape.sheets.place(threads)
    x, y = room.x + (column + 0.5) * grid.cell, room.y + (row + 0.5) * grid.cell
    wide = (x >= grid.view.x) & (x < grid.view.right)
    return threads[wide & (y >= grid.view.y) & (y < grid.view.bottom)]


def _warp_borders(view: Viewpoint, seen: Seen) -> list[Item]:
    """Where warps do not have rows of their own, a line around each."""
    if view.grid.shape.across == WARP_SIZE:
        return []
    warps = np.unique(seen.threads // WARP_SIZE).tolist()
    rects = [rect for warp in warps for rect in view.grid.warp_rects(seen.block, warp)]
    return [Outlines(np.array(rects), view.theme.muted)] if rects else []


def _block_labels(view: Viewpoint, seen: Seen, most: int) -> list[Item]:
    cell = view.grid.cell
    strength = min(max((cell - NUMBERED_CELL + 1) / (CLEAR_CELL - NUMBERED_CELL), 0.2), 1.0)
    texts = _texts(view, seen)
    items: list[Item] = []
    for thread in seen.threads.tolist()[: max(most, 0)]:
        pixel = int(seen.pixels[thread])
        ink = mix(ink_on(view.theme, pixel), f"#{pixel & 0xFFFFFF:06x}", strength)
        items += _cell_labels(view.grid.thread_rect(seen.block, thread), texts[thread], ink)
    return items


def _cell_labels(rect: Rect, lines: list[str], ink: str) -> list[Item]:
    """The number in the middle, or above the lines below it."""
    high = LINE if len(lines) > 1 else rect.h
    top = rect.y + (rect.h - high * len(lines)) / 2 - 1
    room = [Rect(rect.x, top + row * high, rect.w - 2, high) for row in range(len(lines))]
    first = Label(
        room[0], lines[0], ink, 11 if len(lines) > 1 else 10, len(lines) > 1, align="center"
    )
    rest = zip(room[1:], lines[1:], strict=True)
    return [first, *(Label(place, text, ink, 9, mono=True, align="center") for place, text in rest)]


def _texts(view: Viewpoint, seen: Seen) -> dict[int, list[str]]:
    lines = {thread: [str(thread)] for thread in seen.threads.tolist()}
    if view.grid.cell >= INDEXED_CELL:
        _add_index(view, seen, lines)
    block = view.trace.config.block
    if view.grid.cell >= PLACED_CELL and max(block) < block.size:
        for thread, texts in lines.items():
            place = block.index(thread)
            texts.append(",".join(str(n) for n in (place if block.z > 1 else place[:2])))
    return lines


def _add_index(view: Viewpoint, seen: Seen, lines: dict[int, list[str]]) -> None:
    """What the variables hold that say which element a thread works on, where that is known."""
    reader = view.facts.reader
    room = math.floor((view.grid.cell - 4) / 5.5)  # letters
    for warp in np.unique(seen.threads // WARP_SIZE).tolist() if reader is not None else ():
        assert reader is not None
        values = reader.index_values(seen.block, warp, view.instant)
        for thread in range(warp * WARP_SIZE, min((warp + 1) * WARP_SIZE, view.grid.shape.threads)):
            lane = thread % WARP_SIZE
            known = [v for v in values if v.known[lane]]
            short = ",".join(kernel_value(v.value[lane]) for v in known)
            full = f"{','.join(v.name for v in known)} {short}"
            if known and thread in lines:
                lines[thread].append(full if len(full) <= room else short)
