"""What the texts of kernels with irregular work promise: the figures they state."""

from __future__ import annotations

import functools

import pytest

from gpuviz.engines.request import LaunchResult
from gpuviz.insight.traffic import site_traffic
from gpuviz.operation import find_operation
from tests.helpers.gallery_launches import counters, launched
from tests.helpers.pipelines import ran

Shape = tuple[int, ...]


@functools.cache
def train(name: str, size: Shape | None = None) -> LaunchResult:
    """A pipeline of the gallery on the emulator."""
    info = find_operation(name)
    return ran(info.path, size=size or info.default_size)


def sectors_of(name: str, element: str) -> int:
    """The sectors of one access of a kernel."""
    rows = site_traffic(launched(name).trace)
    return sum(row.units for row in rows if row.text == element)


@pytest.mark.slow
def test_a_warp_for_a_row_reads_a_quarter_of_the_sectors() -> None:
    assert sectors_of("spmv_row_per_thread", "values[k]") == 3068
    assert sectors_of("spmv_row_per_warp", "values[k]") == 784


def test_a_warp_with_one_long_row_uses_6_percent_of_its_places() -> None:
    turns, lanes, short, long = 128, 32, 4, 128

    used = (lanes - 1) * short + long

    assert (used, turns * lanes, round(100 * used / (turns * lanes))) == (252, 4096, 6)


def test_rows_of_one_length_leave_no_lane_behind() -> None:
    counted = counters("spmv_row_per_thread", (512, 4))

    assert counted.divergent_branches == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "launches"),
    [
        ("bitonic_sort", (1000,), 10),
        ("bitonic_sort", (2000,), 15),
        ("radix_sort", (1000,), 12),
        ("radix_sort", (2000,), 12),
        ("kmeans", (48, 64, 8, 6), 18),
        ("decode_attention", (1, 16, 8, 32), 50),
    ],
)
def test_a_pipeline_has_the_launches_that_texts_and_lessons_state(
    name: str, size: Shape, launches: int
) -> None:
    assert len(train(name, size).launches) == launches


@pytest.mark.slow
def test_columns_of_a_transform_take_eight_times_the_sectors_of_rows() -> None:
    rows, columns, _ = (trace.counters for trace in train("fft_2d").launches)

    assert rows is not None
    assert columns is not None
    assert (rows.global_load_sectors, columns.global_load_sectors) == (1024, 8192)
    assert rows.bank_conflicts == columns.bank_conflicts == 4096


@pytest.mark.slow
def test_a_radix_pass_scatters_its_keys_over_474_sectors() -> None:
    stored = train("radix_sort").launches[2].counters

    assert stored is not None
    assert stored.global_store_sectors == 474


@pytest.mark.slow
def test_stations_make_a_search_shorter() -> None:
    assert len(train("bfs").launches) < len(train("bfs", (24, 32, 1)).launches)


def test_a_broken_frontier_counts_4_of_188() -> None:
    (wrong,) = launched("broken_bfs").wrong

    assert (wrong.array, wrong.got, wrong.want) == ("found", 4, 188)
