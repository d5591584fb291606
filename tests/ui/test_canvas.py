"""What part of a launch is seen: from the whole grid to one thread and back, for any shape."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.order import Instant, play_order
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.scene.scene import Cells, LayerHit, MapHit
from gpuviz.scene.stage.canvas import Canvas
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.grid.layer_scene import layer_scene
from gpuviz.scene.stage.grid.mini_map import map_rect, mini_map, seen_rect
from gpuviz.scene.stage.grid.scene import grid_scene
from gpuviz.scene.stage.grid.shape import GridShape, Sheets
from gpuviz.scene.stage.viewpoint import StageFrame, Viewpoint, look
from gpuviz.scene.theme import DARK
from gpuviz.trace import Trace
from tests.helpers.traces import vector_add
from tests.simt.kernels import config, run
from tests.ui.test_stage_scene import drawn, measure, say

ROOM = (900.0, 640.0)
SHAPES = [
    (Dim3(1), Dim3(1)),
    (Dim3(100_000), Dim3(1)),
    (Dim3(65_535), Dim3(1)),
    (Dim3(1, 65_535), Dim3(32)),
    (Dim3(3), Dim3(1024)),
    (Dim3(3), Dim3(1, 1024)),
    (Dim3(2), Dim3(8, 8, 16)),
    (Dim3(5), Dim3(33)),
    (Dim3(300, 200), Dim3(16, 16)),
    (Dim3(4, 3, 7), Dim3(4, 4, 2)),
    (Dim3(2, 2, 500), Dim3(64)),
    (Dim3(7), Dim3(2, 512)),
]


def launched(grid: Dim3, block: Dim3) -> Trace:
    """A launch that has not been traced: only its shape is known."""
    known = vector_add(1, 1)
    return Trace("k", "cuda", "lockstep", 0, "t4", LaunchConfig(grid, block), known.functions)


def canvas_of(trace: Trace) -> Canvas:
    return Canvas(StageFacts(trace, play_order(trace, find_device("t4"))), ROOM)


def looked(canvas: Canvas, instant: Instant | None = None) -> Viewpoint:
    frame = StageFrame(canvas.facts, canvas.layout, canvas.grid, DARK, measure, say)
    return look(frame, instant or Instant(0, 0), None, None)


@pytest.mark.slow
@pytest.mark.parametrize(("grid", "block"), SHAPES, ids=str)
def test_any_grid_is_seen_whole_and_down_to_one_thread_and_back(grid: Dim3, block: Dim3) -> None:
    canvas = canvas_of(launched(grid, block))
    whole, thread = canvas.grid, (grid.size // 2, block.size - 1)

    assert whole.is_whole
    for _ in range(16):
        at = canvas.grid.thread_rect(*thread)
        canvas.zoom(2.1, at.x + at.w / 2, at.y + at.h / 2)
        assert grid_scene(looked(canvas)).items
    near, at = canvas.grid, canvas.grid.thread_rect(*thread)
    x, y = at.x + at.w / 2, at.y + at.h / 2

    assert near.block_at(x, y) == thread[0]
    assert near.thread_at(x, y, thread[0]) == thread[1]
    assert str(thread[1]) in grid_scene(looked(canvas)).texts()
    for _ in range(20):
        canvas.zoom_middle(0.4)
    assert canvas.grid == whole


@pytest.mark.slow
@pytest.mark.parametrize(("grid", "block"), SHAPES, ids=str)
def test_no_picture_has_more_pixels_than_the_canvas(grid: Dim3, block: Dim3) -> None:
    canvas = canvas_of(launched(grid, block))
    for _ in range(12):
        images = drawn(grid_scene(looked(canvas)), Cells)
        assert sum(image.pixels.size for image in images) <= 1.2 * ROOM[0] * ROOM[1]
        canvas.zoom_middle(1.9)


def test_the_canvas_is_higher_while_a_part_of_the_grid_is_seen() -> None:
    canvas = canvas_of(vector_add())
    height = canvas.layout.grid.h

    canvas.zoom_middle(2)
    nearer = canvas.layout.grid.h
    canvas.fit()

    assert nearer > 1.4 * height
    assert canvas.layout.grid.h == height


def test_another_size_of_the_stage_keeps_what_is_in_the_middle() -> None:
    canvas = canvas_of(vector_add(1 << 16, followed=(0,)))
    at = canvas.grid.thread_rect(100, 100)
    for _ in range(20):
        canvas.zoom(1.2, at.x, at.y)
    view, grid = canvas.grid.view, canvas.grid
    before = grid.block_at(view.x + view.w / 2, view.y + view.h / 2)

    canvas.resize((1200.0, 900.0))

    view, grid = canvas.grid.view, canvas.grid
    assert grid.block_at(view.x + view.w / 2, view.y + view.h / 2) == before is not None


def test_layers_of_threads_lie_side_by_side_each_under_its_name() -> None:
    sheets = GridShape.of(LaunchConfig(Dim3(1), Dim3(8, 8, 16))).sheets

    assert sheets == Sheets(8, 8, 16, 4)
    assert (sheets.across, sheets.down) == (4 * 9 - 1, 4 * 9)
    row, column = sheets.place(np.array([0, 63, 64, 64 * 4]))
    assert list(zip(row.tolist(), column.tolist(), strict=True)) == [
        (1, 0),
        (8, 7),
        (1, 9),
        (10, 0),
    ]


def test_every_cell_of_a_layered_block_is_one_thread_or_none() -> None:
    sheets = Sheets(4, 3, 5, 2)
    cells = [sheets.thread_in(r, c) for r in range(sheets.down) for c in range(sheets.across)]
    threads = [thread for thread in cells if thread is not None]

    assert sorted(threads) == list(range(60))


def test_a_3d_grid_shows_its_layers_by_name_or_one_alone() -> None:
    canvas = canvas_of(launched(Dim3(4, 3, 3), Dim3(32)))
    together = layer_scene(looked(canvas)).texts()

    canvas.leaf(1)
    canvas.leaf(1)
    alone = canvas.grid

    assert {"z = 0", "z = 1", "z = 2"} <= set(together)
    assert alone.layer == 1
    assert alone.visible_blocks().tolist() == list(range(12, 24))
    assert "z = 1 of 0–2" in layer_scene(looked(canvas)).texts()
    tile = alone.tile_rect(17)
    assert alone.block_at(tile.x + 1, tile.y + 1) == 17


def test_leafing_back_from_the_first_layer_shows_all() -> None:
    canvas = canvas_of(launched(Dim3(4, 3, 3), Dim3(32)))
    whole = canvas.grid

    canvas.leaf(1)
    canvas.leaf(-1)
    canvas.leaf(-1)

    assert canvas.grid == whole


def test_the_arrows_leaf_and_a_grid_without_z_has_none() -> None:
    scene = layer_scene(looked(canvas_of(launched(Dim3(2, 2, 2), Dim3(32)))))
    hits = [area.at(area.rect.x, area.rect.y) for area in scene.areas]

    assert hits == [LayerHit(-1), LayerHit(1)]
    assert not layer_scene(looked(canvas_of(launched(Dim3(2, 2), Dim3(32))))).items


def test_the_map_frames_what_is_seen_and_knows_its_place() -> None:
    canvas = canvas_of(launched(Dim3(64, 64), Dim3(16, 16)))
    assert not mini_map(looked(canvas)).items

    canvas.zoom_middle(6)
    room = map_rect(canvas.grid)
    before, hit = seen_rect(canvas.grid, room), mini_map(looked(canvas)).hit(room.x, room.y)
    canvas.centre(0.25, 0.75)
    after = seen_rect(canvas.grid, room)

    assert hit == MapHit(0, 0)
    assert before.w < 0.5 * room.w
    assert after.x + after.w / 2 == pytest.approx(room.x + 0.25 * room.w, abs=1.5)
    assert after.y + after.h / 2 == pytest.approx(room.y + 0.75 * room.h, abs=1.5)


def test_a_block_with_a_hazard_stands_out_among_a_hundred_thousand() -> None:
    text = """
def kernel(x):
    i = cuda.grid(1)
    if i == 70000:
        x[i] = 1
"""
    trace = run(text, config(100_000, 1), {"x": np.zeros(8)}).trace
    canvas = canvas_of(trace)
    order = canvas.facts.order
    assert order is not None

    scene = grid_scene(looked(canvas, order.end))

    (image,) = drawn(scene, Cells)
    wrong = np.argwhere((image.pixels >> 16 & 255 > 180) & (image.pixels & 255 < 40))
    tile = canvas.grid.tile_rect(70_000)
    y, x = wrong[0]
    assert abs(image.rect.x + x - tile.x) < 3
    assert abs(image.rect.y + y - tile.y) < 3
