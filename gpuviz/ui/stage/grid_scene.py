"""The grid on the canvas: blocks as tiles with their threads, or, where they are many, a cell for
each block.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.stage_warp import warp_groups
from gpuviz.insight.states import ThreadState
from gpuviz.launch import WARP_SIZE
from gpuviz.ui.stage.colours import INK, INKED, argb, state_color, state_palette
from gpuviz.ui.stage.grid_geometry import ROOM_BESIDE, GridGeometry
from gpuviz.ui.stage.mark_scene import light_blocks, light_threads, mark_frames
from gpuviz.ui.stage.scene import (
    Area,
    BlockHit,
    Cells,
    Group,
    Hit,
    Item,
    Label,
    Outlines,
    Panel,
    Rect,
    Scene,
    ThreadHit,
)
from gpuviz.ui.stage.viewpoint import Viewpoint
from gpuviz.ui.stage.words import STATE_NAMES, block_name, group_text, phrase, shape_name

MOST_TILES = 400  # more are drawn as one image of blocks
OUTLINED_CELL = 6.0  # pixels from which masked-off threads get an outline
LARGE_CELL = 12.0  # from which blocks of a single thread are tiles too
FRAMED_CELL = 3.0  # from which the playing warp is framed
NUMBERED_CELL = 22.0  # pixels from which threads show their number
MOST_NUMBERS = 1200


def grid_scene(view: Viewpoint) -> Scene:
    """All blocks that are seen, the chosen one framed and named."""
    grid = view.grid
    rows, columns = grid.visible()
    few = grid.shows_threads and len(rows) * len(columns) <= MOST_TILES
    large = grid.shape.threads > 1 or grid.cell >= LARGE_CELL
    detailed = grid.alone is not None or (few and large)
    items = _tiles(view, grid.visible_blocks()) if detailed else _one_image(view)
    items += _frames(view, named=not (detailed and grid.header > 0))
    items += _playing_frame(view) if detailed else []
    items += _warps_beside(view) if detailed else []
    items += mark_frames(view)
    area = Area(grid.view, lambda x, y: _hit(grid, x, y))
    return Scene((Group(grid.view, tuple(items)),), (area,))


def _tiles(view: Viewpoint, blocks: NDArray[np.int64]) -> list[Item]:
    states = _thread_states(view, blocks)
    pixels = state_palette(view.theme)[states]
    light_threads(view, blocks, pixels)
    items: list[Item] = []
    for row, block in enumerate(blocks.tolist()):
        items += _tile(view, block, pixels[row])
    items += _masked_outlines(view, blocks, states)
    if view.grid.cell >= NUMBERED_CELL:
        items += _numbers(view, blocks, states)
    return items


def _tile(view: Viewpoint, block: int, pixels: NDArray[np.uint32]) -> list[Item]:
    grid, theme = view.grid, view.theme
    tile, threads = grid.tile_rect(block), grid.threads_rect(block)
    items: list[Item] = [Panel(tile, theme.panel, theme.line, radius=min(6, grid.cell))]
    if grid.header:
        title = Rect(threads.x, tile.y + 3, threads.w, grid.header)
        name = _tile_name(view, block, threads.w)
        color = theme.text if block == view.focus.block else theme.muted
        items.append(Label(title, name, color, 11, bold=block == view.block))
    shape = (grid.shape.down, grid.shape.across)
    image = np.zeros(shape[0] * shape[1], np.uint32)
    image[: grid.shape.threads] = pixels
    items.append(Cells(threads, image.reshape(shape), theme.panel))
    return items


def _tile_name(view: Viewpoint, block: int, room: float) -> str:
    """As much as fits: "block (1, 2) · 16 × 16 threads", "block (1, 2)", "(1, 2)"."""
    short = block_name(view.trace, block)
    config = view.trace.config
    warps = config.warps_per_block
    words = "{warps} warp" if warps == 1 else "{warps} warps"
    template = f"block {{block}} · {{shape}} threads · {words}"
    shape = shape_name(config.block)
    full = phrase("tile-full", template, block=short, shape=shape, warps=warps)
    names = (view.say(full), view.say(phrase("tile", "block {block}", block=short)), short)
    return next((name for name in names if view.measure(name, 11) * 1.1 <= room), "")


def _warps_beside(view: Viewpoint) -> list[Item]:
    """What the warps of an entered block do, where it leaves room beside it."""
    grid, states = view.grid, view.facts.states
    tile = grid.tile_rect(view.focus.block)
    room = grid.view.right - tile.right - 14
    if states is None or grid.alone is None or room < ROOM_BESIDE - 20:
        return []
    groups = warp_groups(view.trace, states.history, view.focus.block, view.instant)
    items: list[Item] = []
    for row, group in enumerate(groups[: int(tile.h // 20)]):
        line = Rect(tile.right + 12, tile.y + 6 + row * 20, room, 18)
        color = state_color(view.theme, group.state)
        items.append(Panel(Rect(line.x, line.y + 5, 9, 9), color, radius=2))
        words = line._replace(x=line.x + 16, w=room - 16)
        text = view.say(group_text(group, view.say(STATE_NAMES[group.state])))
        items.append(Label(words, text, view.theme.text, 12, back=view.theme.background))
    return items


def _one_image(view: Viewpoint) -> list[Item]:
    """A cell for each block that is seen."""
    grid = view.grid
    rows, columns = grid.visible()
    if not len(rows) or not len(columns):
        return []
    colors = _block_pixels(view)
    light_blocks(view, colors)
    whole = np.zeros(grid.rows * grid.columns, np.uint32)
    whole[: len(colors)] = colors
    seen = whole.reshape(grid.rows, grid.columns)[
        rows.start : rows.stop, columns.start : columns.stop
    ]
    right, down = grid.pitch
    corner = grid.tile_rect(rows.start * grid.columns + columns.start)
    room = Rect(corner.x, corner.y, len(columns) * right, len(rows) * down)
    return [Cells(room, np.ascontiguousarray(seen), view.theme.background)]


def _block_pixels(view: Viewpoint) -> NDArray[np.uint32]:
    if view.facts.states is None:
        shown = argb(state_color(view.theme, ThreadState.FINISHED))
        return np.full(view.grid.shape.blocks, shown, np.uint32)
    return state_palette(view.theme)[view.facts.states.blocks(view.instant)]


def _thread_states(view: Viewpoint, blocks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Without steps the launch is shown as it is when it is over."""
    if view.facts.states is None:
        return np.full((len(blocks), view.grid.shape.threads), ThreadState.FINISHED, np.uint8)
    return view.facts.states.threads(view.instant, blocks)


def _masked_outlines(
    view: Viewpoint, blocks: NDArray[np.int64], states: NDArray[np.uint8]
) -> list[Item]:
    if view.grid.cell < OUTLINED_CELL:
        return []
    row, thread = np.nonzero(states == ThreadState.MASKED_OFF)
    rects = [
        view.grid.thread_rect(int(blocks[r]), int(t)).inset(0.5)
        for r, t in zip(row[:4000], thread[:4000], strict=True)
    ]
    return [Outlines(np.array(rects), view.theme.line, radius=1)] if rects else []


def _numbers(view: Viewpoint, blocks: NDArray[np.int64], states: NDArray[np.uint8]) -> list[Item]:
    items: list[Item] = []
    for row, block in enumerate(blocks.tolist()):
        for thread in range(view.grid.shape.threads):
            rect = view.grid.thread_rect(block, thread)
            if len(items) < MOST_NUMBERS and view.grid.view.contains(rect.x + 4, rect.y + 4):
                inked = states[row, thread] in INKED
                color = INK if inked else view.theme.muted
                items.append(Label(rect, str(thread), color, 10, align="center"))
    return items


def _frames(view: Viewpoint, named: bool) -> list[Item]:
    """The frame of the chosen block and thread; a name where the tiles have none."""
    focus, grid = view.focus, view.grid
    if view.block is None and view.facts.order is None:
        return []
    tile = grid.tile_rect(focus.block)
    color = view.theme.accent if view.block is not None else view.theme.muted
    width = 2 if view.block is not None else 1
    items: list[Item] = [
        Panel(tile.inset(-1), "", color, radius=6 if grid.header else 2, width=width)
    ]
    if grid.shows_threads and view.thread is not None:
        rect = grid.thread_rect(focus.block, view.thread).inset(min(0, (grid.cell - 7) / 2))
        items.append(Panel(rect, "", view.theme.text, radius=2, width=1.5))
    if named:
        items += _name_tag(view, tile)
    return items


def _playing_frame(view: Viewpoint) -> list[Item]:
    """A frame around the warp whose step is played, where warps can be told apart."""
    playing, grid = view.playing, view.grid
    if playing is None or grid.cell < FRAMED_CELL or grid.alone not in (None, playing.block):
        return []
    rects = grid.warp_rects(playing.block, playing.warp)
    if len(rects) > 1 and grid.cell < NUMBERED_CELL / 2 and WARP_SIZE % grid.shape.across:
        return []  # rows that begin anywhere would be a thicket of lines
    return [Outlines(np.array(rects), view.theme.text, width=1)]


def _name_tag(view: Viewpoint, tile: Rect) -> list[Item]:
    name = block_name(view.trace, view.focus.block)
    text = view.say(phrase("tile", "block {block}", block=name))
    width = view.measure(text, 11) + 12
    x = tile.right + 6 if tile.right + 6 + width < view.grid.view.right else tile.x - 6 - width
    y = min(max(tile.y + tile.h / 2 - 9, view.grid.view.y), view.grid.view.bottom - 18)
    rect = Rect(x, y, width, 18)
    return [
        Panel(rect, view.theme.panel, view.theme.accent, radius=4),
        Label(rect, text, view.theme.text, 11, align="center"),
    ]


def _hit(grid: GridGeometry, x: float, y: float) -> Hit | None:
    block = grid.block_at(x, y)
    if block is None:
        return None
    thread = grid.thread_at(x, y, block)
    return BlockHit(block) if thread is None else ThreadHit(block, thread)
