"""Where threads and elements lie: every one in its own place, found again by the mouse."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.scene.scene import Rect
from gpuviz.scene.stage.arrays.geometry import ArrayGeometry, as_table, matrix, strip
from gpuviz.scene.stage.grid.fit import fit_grid
from gpuviz.scene.stage.grid.geometry import GridGeometry
from gpuviz.scene.stage.grid.moves import entered, moved, zoomed
from gpuviz.scene.stage.grid.shape import GridShape

VIEW = Rect(16, 44, 800, 180)
DIMS = st.tuples(st.integers(1, 40), st.integers(1, 12), st.integers(1, 3)).map(lambda d: Dim3(*d))
BLOCKS = st.sampled_from([Dim3(1), Dim3(31), Dim3(256), Dim3(1024), Dim3(16, 16), Dim3(4, 3, 5)])


def fitted(grid: Dim3, block: Dim3) -> GridGeometry:
    return fit_grid(GridShape.of(LaunchConfig(grid, block)), VIEW)


@given(DIMS, BLOCKS, st.data())
def test_a_thread_is_found_where_it_is_drawn(grid: Dim3, block: Dim3, data: st.DataObject) -> None:
    geometry = entered(fitted(grid, block), data.draw(st.integers(0, grid.size - 1)))
    at = geometry.alone or 0
    thread = data.draw(st.integers(0, block.size - 1))
    rect = geometry.thread_rect(at, thread)
    x, y = rect.x + rect.w / 2, rect.y + rect.h / 2

    assert geometry.block_at(x, y) == at
    assert geometry.thread_at(x, y, at) == thread


@given(DIMS, BLOCKS, st.data())
def test_a_block_is_found_where_it_is_drawn(grid: Dim3, block: Dim3, data: st.DataObject) -> None:
    geometry = fitted(grid, block)
    at = data.draw(st.integers(0, grid.size - 1))
    tile = geometry.tile_rect(at)

    assert geometry.block_at(tile.x + tile.w / 2, tile.y + tile.h / 2) == at


@given(DIMS, BLOCKS)
def test_the_whole_grid_fits_its_room(grid: Dim3, block: Dim3) -> None:
    geometry = fitted(grid, block)

    for corner in (geometry.tile_rect(0), geometry.tile_rect(grid.size - 1)):
        assert corner.x >= VIEW.x - 1
        assert corner.right <= VIEW.right + 1
        assert corner.bottom <= VIEW.bottom + 1
    assert len(geometry.visible_blocks()) == grid.size


@pytest.mark.parametrize("blocks", [4096, 100_000, 1_000_000])
def test_a_million_blocks_fit_as_cells(blocks: int) -> None:
    geometry = fitted(Dim3(blocks), Dim3(256))

    assert not geometry.shows_threads
    assert geometry.content[0] <= VIEW.w + 1
    assert geometry.content[1] <= VIEW.h + 1


@given(DIMS, BLOCKS, st.floats(1.05, 5), st.floats(0.05, 0.95), st.floats(0.05, 0.95), st.data())
def test_zooming_keeps_the_thread_under_the_cursor(
    grid: Dim3, block: Dim3, factor: float, across: float, down: float, data: st.DataObject
) -> None:
    geometry = fitted(grid, block)
    at = data.draw(st.integers(0, grid.size - 1))
    thread = data.draw(st.integers(0, block.size - 1))
    cell = geometry.thread_rect(at, thread)
    x, y = cell.x + across * cell.w, cell.y + down * cell.h

    larger = zoomed(geometry, factor, x, y).thread_rect(at, thread)

    assert larger.inset(-1.1).contains(x, y)


def test_a_grid_that_is_dragged_away_stays_in_sight() -> None:
    far = moved(fitted(Dim3(4), Dim3(256)), 5000, 5000)

    assert len(far.visible_blocks()) > 0


def test_a_1d_block_has_a_warp_in_each_row() -> None:
    shape = GridShape.of(LaunchConfig(Dim3(4), Dim3(256)))

    assert (shape.across, shape.down) == (32, 8)


def test_a_2d_launch_keeps_its_shape() -> None:
    shape = GridShape.of(LaunchConfig(Dim3(3, 2), Dim3(7, 5)))

    assert (shape.columns, shape.across, shape.down) == (3, 7, 5)


ARRAYS = st.one_of(
    st.builds(
        lambda n, h: strip(n, Rect(10, 20, 800, h)), st.integers(1, 70_000), st.floats(8, 120)
    ),
    st.builds(
        lambda r, c: matrix((r, c), Rect(10, 20, 360, 300)),
        st.integers(2, 900),
        st.integers(2, 900),
    ),
)


@given(ARRAYS, st.data())
def test_an_element_is_found_in_the_cell_that_stands_for_it(
    geometry: ArrayGeometry, data: st.DataObject
) -> None:
    size = geometry.shape[0] * geometry.shape[1]
    element = np.array([data.draw(st.integers(0, size - 1))])

    cell = geometry.cell_of(element)
    first = geometry.element_of(cell)

    ((x, y),) = geometry.middles(cell)
    assert geometry.cell_at(x, y) == cell[0] < geometry.cells
    assert first[0] <= element[0]
    assert geometry.cell_of(first) == cell


@given(ARRAYS)
def test_every_cell_stands_for_an_element(geometry: ArrayGeometry) -> None:
    size = geometry.shape[0] * geometry.shape[1]

    firsts = geometry.element_of(np.arange(geometry.cells))

    assert firsts.max() < size
    assert (geometry.cell_of(firsts) == np.arange(geometry.cells)).all()


@given(ARRAYS)
def test_the_samples_of_a_cell_are_its_own_elements(geometry: ArrayGeometry) -> None:
    samples = geometry.samples()

    assert (geometry.cell_of(samples) == np.arange(geometry.cells)[:, None]).all()
    assert samples.max() < geometry.shape[0] * geometry.shape[1]


def test_the_samples_of_a_small_cell_are_all_its_elements() -> None:
    geometry = matrix((200, 200), Rect(0, 0, 200, 200))

    assert geometry.group == (2, 2)
    assert sorted(geometry.samples().ravel().tolist()) == list(range(40_000))


@given(ARRAYS)
def test_an_array_stays_in_its_room(geometry: ArrayGeometry) -> None:
    width = 800 if geometry.strip else 360

    assert geometry.rect.right <= 10 + width + 1


@pytest.mark.parametrize(
    ("shape", "table"),
    [((5,), (1, 5)), ((1, 5), (1, 5)), ((5, 1), (1, 5)), ((3, 4), (3, 4)), ((2, 3, 4), (6, 4))],
)
def test_any_shape_is_a_table(shape: tuple[int, ...], table: tuple[int, int]) -> None:
    assert as_table(shape) == table
