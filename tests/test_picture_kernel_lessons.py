"""What the texts of picture operations promise: the figures they state."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.engines.host import load_operation
from gpuviz.operation import find_operation
from gpuviz.trace import Trace
from tests.helpers.gallery_launches import counters, launched

Shape = tuple[int, ...]


def sectors(trace: Trace, array: str, kind: str) -> float:
    """Sectors of each request of an array, in the warp that needs most."""
    table = trace.warp_counters
    assert table is not None
    rows = [n for n, s in enumerate(trace.sites) if (s.array, s.kind) == (array, kind)]
    units, requests = table.units[rows].sum(axis=0), table.requests[rows].sum(axis=0)
    return float((units[requests > 0] / requests[requests > 0]).max())


@pytest.mark.slow
def test_a_relu_diverges_only_at_its_guard_and_a_sigmoid_in_every_warp() -> None:
    assert counters("relu").divergent_branches == 1
    assert counters("sigmoid").divergent_branches == 32 + 1


def test_a_window_of_a_pool_in_blocks_of_13_x_13_leaves_no_thread_idle() -> None:
    usual, fitting = counters("max_pool"), counters("max_pool", block=(13, 13))

    assert (usual.idle_threads, fitting.idle_threads) == (8 * 87, 0)
    assert usual.global_load_sectors < fitting.global_load_sectors < 1.1 * usual.global_load_sectors


def test_a_pool_asks_for_more_than_twice_the_sectors_that_there_are() -> None:
    there_are = 8 * 26 * 26 * 4 / 32

    assert 2 < counters("max_pool").global_load_sectors / there_are < 2.5


def test_a_pool_of_27_pixels_is_as_large_as_one_of_26() -> None:
    loaded = load_operation(find_operation("max_pool").path)

    shapes = {loaded.arguments((1, 8, n, n), 0)["y"].shape for n in (26, 27)}  # type: ignore[attr-defined]

    assert shapes == {(1, 8, 13, 13)}


@pytest.mark.slow
@pytest.mark.parametrize(("block", "reads"), [((32, 8), 3), ((8, 32), 8), ((1, 256), 32)])
def test_pixels_are_read_in_the_sectors_that_the_text_states(block: Shape, reads: int) -> None:
    trace = launched("normalize_image", block=block).trace

    assert sectors(trace, "pixels", "read") == reads
    assert sectors(trace, "mean", "read") == sectors(trace, "scale", "read") == 1


def test_planes_of_colour_are_written_in_whole_sectors() -> None:
    assert sectors(launched("normalize_image").trace, "y", "write") == 4


@pytest.mark.slow
def test_a_tile_in_shared_memory_saves_loads_and_its_rows_are_read_without_conflicts() -> None:
    plain, tiled = counters("conv2d"), counters("conv2d_shared")
    larger, larger_tiled = (
        counters(name, (1, 1, 8, 26, 26, 5)) for name in ("conv2d", "conv2d_shared")
    )

    assert tiled.shared_load_wavefronts == tiled.shared_load_requests
    assert plain.global_load_sectors > 3 * tiled.global_load_sectors
    assert larger.global_load_sectors > 4 * larger_tiled.global_load_sectors


@pytest.mark.slow
def test_a_block_loads_324_pixels_of_a_tile_and_2304_without_one() -> None:
    size = (1, 1, 1, 16, 16, 3)
    lanes = {}
    for name in ("conv2d", "conv2d_shared"):
        trace = launched(name, size).trace
        assert trace.warp_counters is not None
        assert trace.config.blocks == 1
        rows = [n for n, s in enumerate(trace.sites) if (s.array, s.kind) == ("x", "read")]
        lanes[name] = sum(
            int(trace.warp_counters.lanes[trace.sites[row].statement].sum()) for row in rows
        )

    assert lanes == {"conv2d": 2304, "conv2d_shared": 324}


@pytest.mark.slow
@pytest.mark.parametrize(("block", "least", "most"), [((32, 1, 8), 1, 1), ((1, 8, 32), 7, 8)])
def test_a_blur_of_a_volume_costs_the_sectors_that_its_text_states(
    block: Shape, least: int, most: int
) -> None:
    usual, other = (counters("blur_3d", block=block) for block in (None, block))

    ratio = other.global_load_sectors / usual.global_load_sectors
    assert least <= ratio <= most


def test_gray_reads_three_sectors_for_each_colour_and_writes_one() -> None:
    trace = launched("rgb_to_gray").trace

    assert (sectors(trace, "pixels", "read"), sectors(trace, "gray", "write")) == (3, 1)


@pytest.mark.slow
def test_a_patch_of_a_picture_halves_the_divergence_of_a_line() -> None:
    lines, patches = counters("rgb_to_hsv"), counters("rgb_to_hsv", block=(8, 4))

    assert lines.divergent_branches > 2 * patches.divergent_branches > 0
    assert patches.global_load_sectors == 2 * lines.global_load_sectors


@pytest.mark.slow
@pytest.mark.parametrize(("width", "read", "written"), [(96, 4, 4), (100, 5, 5), (104, 4, 4)])
def test_a_mirrored_row_takes_no_more_sectors_than_a_straight_one(
    width: int, read: int, written: int
) -> None:
    trace = launched("flip", (48, width)).trace

    assert (sectors(trace, "source", "read"), sectors(trace, "target", "write")) == (read, written)
    counted = trace.counters
    assert counted is not None
    assert counted.global_load_sectors == counted.global_store_sectors


@pytest.mark.slow
@pytest.mark.parametrize(
    ("degrees", "block", "least", "most"),
    [
        (90, (32, 8), 31, 32),
        (180, (32, 8), 4, 5),
        (360, (32, 8), 4, 5),
        (90, (8, 4), 9, 11),
    ],
)
def test_a_turned_picture_is_gathered_from_the_sectors_that_the_text_states(
    degrees: int, block: Shape, least: float, most: float
) -> None:
    counted = counters("rotate_image", (64, 64, degrees), block)

    assert least <= counted.global_load_sectors / counted.global_load_requests <= most


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "block", "least", "most"),
    [
        (50, (32, 8), 0.4, 0.5),
        (50, (8, 4), 0.7, 0.75),
        (200, (32, 8), 0.35, 0.4),
    ],
)
def test_a_warp_of_the_mandelbrot_set_waits_for_its_slowest_lane(
    limit: int, block: Shape, least: float, most: float
) -> None:
    counted = counters("mandelbrot", (64, 96, limit), block)

    assert least < counted.lane_steps / (32 * counted.warp_steps) < most


@pytest.mark.slow
def test_a_glider_is_one_cell_further_down_and_right_after_four_generations() -> None:
    after = load_operation(find_operation("game_of_life").path).twin("one_thread")
    assert after is not None
    field = np.zeros((12, 9), np.int32)
    field[1:4, 1:4] = [[0, 1, 0], [0, 0, 1], [1, 1, 1]]

    first = field
    for _ in range(4):
        following = np.zeros_like(field)
        after(field, following)
        field = following

    assert np.array_equal(field, np.roll(first, (1, 1), (0, 1)))
