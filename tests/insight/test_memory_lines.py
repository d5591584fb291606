"""Global accesses on lines and sectors; the numbers are those of facts on real GPUs, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import DTypeLike, NDArray

from gpuviz.insight.memory_lines import element_at, lane_step, line_map
from tests.insight.memory_accesses import LANES, access


@pytest.mark.parametrize(
    ("elements", "dtype", "address", "sectors", "lines", "needed", "fewest"),
    [
        (LANES, np.float32, 0, 4, 1, 128, 4),
        (LANES, np.float32, 4, 5, 2, 128, 4),
        (LANES * 2, np.float32, 0, 8, 2, 128, 4),
        (LANES * 8, np.float32, 0, 32, 8, 128, 4),
        (LANES * 32, np.float32, 0, 32, 32, 128, 4),
        (LANES, np.float64, 0, 8, 2, 256, 8),
        (LANES, np.complex128, 0, 16, 4, 512, 16),
        (LANES, np.uint8, 0, 1, 1, 32, 1),
        (LANES * 0, np.float32, 0, 1, 1, 4, 1),
        (LANES // 16 * 64, np.float32, 0, 2, 2, 8, 1),
        (LANES[:1], np.float32, 0, 1, 1, 4, 1),
    ],
)
def test_a_warp_moves_the_sectors_of_the_bytes_that_it_touches(
    elements: NDArray[np.int64],
    dtype: DTypeLike,
    address: int,
    sectors: int,
    lines: int,
    needed: int,
    fewest: int,
) -> None:
    found = line_map(access(elements, dtype, address=address))

    told = (found.sectors, len(found.address), found.needed_bytes, found.fewest_sectors)
    assert told == (sectors, lines, needed, fewest)


def test_each_lane_is_found_at_the_bytes_of_its_element() -> None:
    found = line_map(access([40, 3, 3, -1], address=256))

    assert found.address.tolist() == [256, 384]
    assert found.first_cell[:5].tolist() == [32 + 8, 3, 3, -1, -1]
    assert found.lanes_at(0, 3).tolist() == [1, 2]
    assert found.lanes_at(0, 4).tolist() == []
    assert np.argwhere(found.needed).tolist() == [[0, 3], [1, 8]]
    assert np.argwhere(found.moved).tolist() == [[0, 0], [1, 1]]


def test_an_element_across_two_sectors_moves_both_and_is_cut_into_smaller_cells() -> None:
    packed = access([0], np.float64, address=28, strides=(12,))

    found = line_map(packed)

    assert (found.sectors, found.cell_bytes, found.cells_of_element) == (2, 4, 2)
    assert found.needed_bytes == 8


def test_a_warp_without_an_active_lane_touches_nothing() -> None:
    found = line_map(access([]))

    assert (found.sectors, found.needed_bytes, len(found.address)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("elements", "step"),
    [
        (LANES, 4),
        (LANES * 64, 256),
        (-LANES + 31, -4),
        (LANES * 0, 0),
        ([0, -1, 2, -1, 4], 4),
        ([0, 1, 3], None),
        ([7], None),
        ([0, -1, 3], None),
    ],
)
def test_the_step_between_neighbouring_lanes_is_told_where_it_is_one_and_the_same(
    elements: NDArray[np.int64], step: int | None
) -> None:
    assert lane_step(access(elements)) == step


def test_the_step_between_records_is_that_of_their_fields() -> None:
    assert lane_step(access(LANES, strides=(12,), part_of="p")) == 12


def test_addresses_beside_the_array_have_no_element() -> None:
    info = access([0], shape=(10,), address=256).info

    assert [element_at(info, at) for at in (255, 256, 259, 260, 295, 296)] == [
        None,
        0,
        0,
        1,
        9,
        None,
    ]
