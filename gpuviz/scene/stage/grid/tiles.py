"""Few large blocks: each a tile with a title, its threads as cells, and numbers where those fit."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.colourings import Colouring
from gpuviz.insight.states import ThreadState
from gpuviz.launch import LaunchConfig
from gpuviz.messages import EnglishTemplate
from gpuviz.scene.scene import Cells, Item, Label, Outlines, Panel, Rect, Say
from gpuviz.scene.stage.grid.geometry import HEADER
from gpuviz.scene.stage.grid.image import thread_pixels
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.words import index_name, phrase, shape_name

MOST_TILES = 30  # more are drawn as one image
TILES_FROM = 3.0  # pixels of a thread
LARGE_CELL = 12.0  # from which blocks of a single thread are tiles too
OUTLINED_CELL = 6.0  # from which masked-off threads get an outline
MOST_OUTLINES = 4000
MOST_TITLES = 150
LAYER_NAMED = 11.0  # from which the layers of a block are named
BLOCK: EnglishTemplate = "block {block}"


def shows_tiles(view: Viewpoint) -> bool:
    """Whether there are few enough blocks, and large enough ones."""
    grid = view.grid
    if grid.alone is not None:
        return True
    rows, columns = grid.visible()
    large = TILES_FROM if grid.shape.threads > 1 else LARGE_CELL
    return grid.cell >= large and len(rows) * len(columns) <= MOST_TILES


def tiles(view: Viewpoint) -> list[Item]:
    """All blocks that are seen."""
    blocks = view.grid.visible_blocks()
    pixels = thread_pixels(view, blocks)
    items: list[Item] = []
    for row, block in enumerate(blocks.tolist()):
        items += _tile(view, block, pixels[row])
    return items + _masked_outlines(view, blocks)


def _tile(view: Viewpoint, block: int, pixels: NDArray[np.uint32]) -> list[Item]:
    grid, theme = view.grid, view.theme
    tile, threads = grid.tile_rect(block), grid.threads_rect(block)
    items: list[Item] = [Panel(tile, theme.panel, theme.line, radius=min(6, grid.cell))]
    items += _title(view, block)
    image = np.zeros((grid.shape.down, grid.shape.across), np.uint32)
    image[grid.shape.sheets.place(np.arange(grid.shape.threads))] = pixels
    return [*items, Cells(threads, image, theme.panel), *_layer_names(view, threads)]


def titles(view: Viewpoint) -> list[Item]:
    """The names of blocks that are drawn in one image, while those are few enough to be read."""
    blocks = view.grid.visible_blocks()
    named = blocks[:MOST_TITLES] if len(blocks) <= MOST_TITLES else blocks[:0]
    return [item for block in named.tolist() for item in _title(view, block)]


def _title(view: Viewpoint, block: int) -> list[Item]:
    grid, theme = view.grid, view.theme
    if grid.header < HEADER:
        return []
    threads = grid.threads_rect(block)
    room = Rect(threads.x, threads.y - HEADER + 1, threads.w, HEADER - 2)
    color = theme.text if block == view.focus.block else theme.muted
    name = _tile_name(view, block, threads.w)
    return [Label(room, name, color, view.px(11), bold=block == view.block)]


def _tile_name(view: Viewpoint, block: int, room: float) -> str:
    """As much as fits."""
    spoken = view.say(phrase("tile", BLOCK, block=""))
    names, size = _tile_names(view.trace.config, view.say, spoken, block), view.px(11)
    return next((name for name in names if view.measure(name, size) * 1.1 <= room), "")


@functools.lru_cache(4096)
def _tile_names(config: LaunchConfig, say: Say, spoken: str, block: int) -> tuple[str, ...]:
    """ "block (1, 2) · 16 × 16 threads · 8 warps", "block (1, 2)", "(1, 2)".

    `spoken` tells languages apart: `say` is the same in all of them.
    """
    del spoken
    short = index_name(config.grid, block)
    warps = config.warps_per_block
    words = "{warps} warp" if warps == 1 else "{warps} warps"
    template = f"block {{block}} · {{shape}} threads · {words}"
    if config.block.size == 1:
        template = "block {block} · 1 thread · 1 warp"
    shape = shape_name(config.block)
    full = phrase("tile-full", template, block=short, shape=shape, warps=warps)
    return say(full), say(phrase("tile", BLOCK, block=short)), short


def _layer_names(view: Viewpoint, threads: Rect) -> list[Item]:
    """ "z = 1" above each layer of a block's threads, where the rows left for that are high
    enough.
    """
    sheets, cell = view.grid.shape.sheets, view.grid.cell
    size = view.px(min(11, int(cell) - 2))
    if sheets.count == 1 or cell < max(LAYER_NAMED, size):
        return []
    items: list[Item] = []
    for layer in range(sheets.count):
        down, right = divmod(layer, sheets.in_a_row)
        x = threads.x + right * (sheets.width + 1) * cell
        y = threads.y + down * (sheets.height + 1) * cell
        name = view.say(phrase("layer", "z = {z}", z=layer))
        items.append(Label(Rect(x, y, sheets.width * cell, cell), name, view.theme.muted, size))
    return items


def _masked_outlines(view: Viewpoint, blocks: NDArray[np.int64]) -> list[Item]:
    grid, states = view.grid, view.facts.states
    if grid.cell < OUTLINED_CELL or states is None or view.colouring is not Colouring.STATE:
        return []
    masked = states.threads(view.instant, blocks) == ThreadState.MASKED_OFF
    row, thread = (found[:MOST_OUTLINES] for found in np.nonzero(masked))
    if not len(row):
        return []
    corners = np.array([grid.threads_rect(block)[:2] for block in blocks.tolist()])[row]
    down, right = grid.shape.sheets.place(thread)
    rects = np.empty((len(row), 4))
    rects[:, 0] = corners[:, 0] + right * grid.cell + 0.5
    rects[:, 1] = corners[:, 1] + down * grid.cell + 0.5
    rects[:, 2:] = grid.cell - 1
    return [Outlines(rects, view.theme.line, radius=1)]
