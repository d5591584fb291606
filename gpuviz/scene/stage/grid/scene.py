"""The grid on the canvas: from one image of all blocks to threads with their numbers."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.stage_warp import warp_groups
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import (
    Area,
    BlockHit,
    Group,
    Hit,
    Item,
    Label,
    Outlines,
    Panel,
    Rect,
    Scene,
    ThreadHit,
    WarpHit,
)
from gpuviz.scene.stage.colours import state_color
from gpuviz.scene.stage.grid.geometry import HEADER, GridGeometry
from gpuviz.scene.stage.grid.image import grid_image
from gpuviz.scene.stage.grid.moves import ROOM_BESIDE
from gpuviz.scene.stage.grid.numbers import numbers
from gpuviz.scene.stage.grid.tiles import shows_tiles, tiles, titles
from gpuviz.scene.stage.mark_scene import mark_frames
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.words import STATE_NAMES, block_name, group_text, phrase

FRAMED_CELL = 3.0  # pixels from which warps are framed
THICKET_CELL = 11.0  # below it, frames of warps that begin anywhere in a row are left out


def grid_scene(view: Viewpoint) -> Scene:
    """All blocks that are seen, the chosen one framed and named."""
    grid = view.grid
    detailed = shows_tiles(view)
    items = tiles(view) if detailed else _image(view)
    items += numbers(view)
    items += _frames(view, named=grid.header < HEADER)
    items += _playing_frame(view)
    items += _warps_beside(view) if detailed else []
    items += mark_frames(view)
    area = Area(grid.view, lambda x, y: _hit(grid, x, y))
    return Scene((Group(grid.view, tuple(items)),), (area,))


def _image(view: Viewpoint) -> list[Item]:
    image = grid_image(view)
    return [] if image is None else [image, *titles(view)]


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
        back = view.theme.background
        items.append(Label(words, text, view.theme.text, view.px(12), back=back))
    return items


def _frames(view: Viewpoint, named: bool) -> list[Item]:
    """The frames of what is chosen; a name where the tiles have none."""
    focus, grid = view.focus, view.grid
    unknown = view.block is None and view.facts.order is None
    if unknown or not grid.is_shown(focus.block):
        return []
    tile = grid.tile_rect(focus.block)
    color = view.theme.accent if view.block is not None else view.theme.muted
    width = 2 if view.block is not None else 1
    items: list[Item] = [
        Panel(tile.inset(-1), "", color, radius=6 if grid.header else 2, width=width)
    ]
    if view.warp is not None and view.thread is None:
        items += _warp_frame(view, focus.block, view.warp, view.theme.accent, 2)
    if grid.shows_threads and view.thread is not None:
        rect = grid.thread_rect(focus.block, view.thread).inset(min(0, (grid.cell - 7) / 2))
        items.append(Panel(rect, "", view.theme.text, radius=2, width=1.5))
    return items + _name_tag(view, tile) if named else items


def _playing_frame(view: Viewpoint) -> list[Item]:
    """A frame around the warp whose step is played."""
    playing, grid = view.playing, view.grid
    if playing is None or not grid.is_shown(playing.block):
        return []
    return _warp_frame(view, playing.block, playing.warp, view.theme.text, 1)


def _warp_frame(view: Viewpoint, block: int, warp: int, color: str, width: float) -> list[Item]:
    """Around all threads of a warp, where warps can be told apart."""
    grid = view.grid
    if grid.cell < FRAMED_CELL:
        return []
    rects = grid.warp_rects(block, warp)
    if len(rects) > 1 and grid.cell < THICKET_CELL and WARP_SIZE % grid.shape.across:
        return []  # rows that begin anywhere would be a thicket of lines
    return [Outlines(np.array(rects), color, width=width)]


def _name_tag(view: Viewpoint, tile: Rect) -> list[Item]:
    name = block_name(view.trace, view.focus.block)
    text = view.say(phrase("tile", "block {block}", block=name))
    width = view.measure(text, view.px(11)) + 12
    x = tile.right + 6 if tile.right + 6 + width < view.grid.view.right else tile.x - 6 - width
    y = min(max(tile.y + tile.h / 2 - 9, view.grid.view.y), view.grid.view.bottom - 18)
    rect = Rect(x, y, width, 18)
    return [
        Panel(rect, view.theme.panel, view.theme.accent, radius=4),
        Label(rect, text, view.theme.text, view.px(11), align="center"),
    ]


def _hit(grid: GridGeometry, x: float, y: float) -> Hit | None:
    block = grid.block_at(x, y)
    if block is None:
        return None
    thread, warp = grid.thread_at(x, y, block), grid.warp_at(x, y, block)
    if thread is not None:
        return ThreadHit(block, thread)
    return BlockHit(block) if warp is None else WarpHit(block, warp)
