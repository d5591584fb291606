"""Sectors, lines, wavefronts and conflicts: the tables of the guides, and sets as an oracle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from gpuviz.simt.observe.coalescing import Layout, sectors_and_lines, wavefronts
from tests.simt.kernels import config, run

ROWS = arrays.arrays(np.int64, (3, 32), elements=st.integers(0, 300))
LANES = arrays.arrays(np.bool_, (3, 32))


@pytest.mark.parametrize(
    ("dtype", "index", "sectors", "lines"),
    [
        (np.float32, "i", 4, 1),
        (np.float32, "i + 1", 5, 2),
        (np.float32, "2 * i", 8, 2),
        (np.float32, "8 * i", 32, 8),
        (np.float32, "32 * i", 32, 32),
        (np.float32, "7", 1, 1),
        (np.float32, "31 - i", 4, 1),
        (np.float32, "i // 2", 2, 1),
        (np.float64, "i", 8, 2),
        (np.complex128, "i", 16, 4),
        (np.int8, "i", 1, 1),
        (np.int16, "i", 2, 1),
    ],
)
def test_a_warp_touches_the_sectors_of_the_best_practices_guide(
    dtype: Any, index: str, sectors: int, lines: int
) -> None:
    kernel = f"""
def kernel(a, out):
    i = cuda.grid(1)
    out[i] = a[{index}]
"""
    arguments = {"a": np.ones(1024, dtype), "out": np.zeros(32, dtype)}

    counters = run(kernel, config(1, 32), arguments).trace.counters

    assert counters is not None
    assert counters.global_load_requests == 1
    assert (counters.global_load_sectors, counters.global_load_lines) == (sectors, lines)


def test_a_field_of_packed_records_touches_the_sectors_of_its_first_and_last_byte() -> None:
    kind = np.dtype([("x", np.float64), ("c", np.int8)])
    kernel = "def kernel(a, out):\n    i = cuda.grid(1)\n    if i < 31:\n        out[i] = a[i].x\n"
    arguments = {"a": np.ones(32, kind), "out": np.zeros(32)}

    counters = run(kernel, config(1, 32), arguments).trace.counters

    touched = {byte // 32 for i in range(31) for byte in range(9 * i, 9 * i + 8)}
    assert counters is not None
    assert (counters.global_load_requests, counters.global_load_sectors) == (1, len(touched))


@pytest.mark.parametrize(
    ("dtype", "index", "fronts", "conflicts"),
    [
        (np.float32, "t", 1, 0),
        (np.float32, "2 * t", 2, 1),
        (np.float32, "3 * t", 1, 0),
        (np.float32, "4 * t", 4, 3),
        (np.float32, "32 * t", 32, 31),
        (np.float32, "33 * t", 1, 0),
        (np.float32, "9", 1, 0),
        (np.float32, "t // 2 * 32", 16, 15),
        (np.float32, "t % 2 * 32", 2, 1),
        (np.float64, "t", 2, 0),
        (np.float64, "2 * t", 4, 2),
        (np.float64, "5", 2, 0),
        (np.complex128, "t", 4, 0),
        (np.complex128, "2 * t", 8, 4),
        (np.int8, "t", 1, 0),
        (np.int8, "128 * t", 32, 31),
        (np.int16, "2 * t", 1, 0),
    ],
)
def test_a_warp_needs_the_wavefronts_of_the_bank_rule(
    dtype: Any, index: str, fronts: int, conflicts: int
) -> None:
    kernel = f"""
def kernel(out):
    s = cuda.shared.array(size, dtype)
    t = cuda.threadIdx.x
    s[{index}] = 1
    out[t] = s[{index}]
"""

    arguments, size = {"out": np.zeros(32, dtype)}, 32768 // np.dtype(dtype).itemsize
    done = run(kernel, config(1, 32), arguments, dtype=dtype, size=size)

    counters = done.trace.counters
    assert counters is not None
    assert (counters.shared_store_requests, counters.shared_load_requests) == (1, 1)
    assert (counters.shared_store_wavefronts, counters.shared_load_wavefronts) == (fronts, fronts)
    assert counters.bank_conflicts == 2 * conflicts


@pytest.mark.parametrize(
    ("active", "fronts"), [("t < 16", 1), ("t % 2 == 0", 2), ("t == 31", 1), ("t < 17", 2)]
)
def test_half_warps_without_an_active_lane_cost_nothing(active: str, fronts: int) -> None:
    kernel = f"""
def kernel(out):
    s = cuda.shared.array(32, np.float64)
    t = cuda.threadIdx.x
    if {active}:
        s[t] = t
"""

    counters = run(kernel, config(1, 32), {"out": np.zeros(1)}).trace.counters

    assert counters is not None
    assert counters.shared_store_wavefronts == fronts
    assert counters.bank_conflicts == 0


@pytest.mark.slow
@given(ROWS, LANES, st.sampled_from([1, 2, 4, 8, 16]))
def test_sectors_and_lines_are_distinct_places(
    elements: NDArray[np.int64], lanes: NDArray[np.bool_], itemsize: int
) -> None:
    addresses = elements * itemsize

    sectors, lines = sectors_and_lines(elements, Layout(itemsize), lanes)

    for row in range(3):
        touched = addresses[row][lanes[row]].tolist()
        assert sectors[row] == len({address // 32 for address in touched})
        assert lines[row] == len({address // 128 for address in touched})


@given(ROWS, LANES, st.sampled_from([1, 2, 4, 8, 16]))
def test_wavefronts_are_the_words_of_the_busiest_bank(
    elements: NDArray[np.int64], lanes: NDArray[np.bool_], itemsize: int
) -> None:
    offsets = elements * itemsize

    fronts, ideal = wavefronts(elements, Layout(itemsize), lanes)

    group = 32 // max(1, itemsize // 4)
    for row in range(3):
        expected = busy = 0
        for first in range(0, 32, group):
            part = slice(first, first + group)
            words = _words(offsets[row][part][lanes[row][part]].tolist(), itemsize)
            banks = [len({w for w in words if w % 32 == bank}) for bank in range(32)]
            expected += max(banks)
            busy += bool(words)
        assert (fronts[row], ideal[row]) == (expected, busy)


def _words(offsets: list[int], itemsize: int) -> set[int]:
    """The 4-byte words that hold the items."""
    return {word for o in offsets for word in range(o // 4, (o + itemsize - 1) // 4 + 1)}


@given(ROWS, st.sampled_from([4, 8]))
def test_no_mask_means_that_all_lanes_are_active(
    elements: NDArray[np.int64], itemsize: int
) -> None:
    every, layout = np.ones(elements.shape, np.bool_), Layout(itemsize)

    for measure in (sectors_and_lines, wavefronts):
        without, with_all = measure(elements, layout, None), measure(elements, layout, every)
        assert np.array_equal(without, with_all)


def test_many_warps_cost_as_much_each_as_one_where_elements_have_gaps() -> None:
    elements = np.arange(64 * 32).reshape(64, 32)

    sectors, lines = sectors_and_lines(elements, Layout(4, step=16), None)

    assert set(sectors.tolist()) == {16}
    assert set(lines.tolist()) == {4}
