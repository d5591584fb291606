"""What a grid is coloured by, against figures worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.colourings import (
    Colouring,
    idle_threads,
    numbers,
    sm_numbers,
    start_times,
    warp_efficiency,
    written_values,
)
from gpuviz.insight.order import play_order
from gpuviz.launch import Dim3
from gpuviz.trace import Placement, Trace
from tests.helpers.traces import vector_add, without_steps
from tests.simt.kernels import config, run

T4 = find_device("t4")

HALF = """
def kernel(x):
    i = cuda.threadIdx.x
    if i < 16:
        x[i] = 2 * i
"""


def half_busy() -> Trace:
    """Two warps; 16 lanes of the first take all three steps, everybody else two."""
    return run(HALF, config(1, 64), {"x": np.zeros(64, np.int64)}).trace


def placed(source: str) -> Trace:
    placement = Placement(
        np.array([5, 7, 5, 7], np.int32),
        np.array([0, 0, 1e-6, 3e-6]),
        np.array([1e-6, 3e-6, 2e-6, 4e-6]),
        "measured" if source == "measured" else "modelled",
    )
    return replace(vector_add(), placement=placement)


def test_warp_efficiency_is_the_active_lanes_of_32_over_all_steps() -> None:
    found = warp_efficiency(half_busy())

    assert found is not None
    assert found.values.tolist() == [[(32 + 32 + 16) / (3 * 32), 1.0]]
    assert (found.low, found.high) == (0.0, 1.0)


def test_threads_that_touch_no_global_memory_are_idle() -> None:
    found = idle_threads(half_busy())

    assert found is not None
    assert np.flatnonzero(found.values[0]).tolist() == list(range(16, 64))


def test_a_thread_has_the_value_of_the_last_element_that_it_left() -> None:
    text = """
def kernel(x):
    i = cuda.threadIdx.x
    if i < 3:
        x[i] = 10 + i
        x[i + 3] = 20 + i
"""
    trace = run(text, config(1, 4), {"x": np.zeros(8, np.int64)}).trace

    found = written_values(trace)

    assert found is not None
    assert found.values[0, :3].tolist() == [20, 21, 22]
    assert np.isnan(found.values[0, 3])
    assert (found.low, found.high) == (20, 22)


@pytest.mark.parametrize(("source", "modelled"), [("measured", False), ("modelled", True)])
def test_where_and_when_blocks_ran_is_told_as_measured_or_modelled(
    source: str, modelled: bool
) -> None:
    trace = placed(source)

    sm, start = sm_numbers(trace, None), start_times(trace, None)

    assert sm is not None
    assert start is not None
    assert sm.values.tolist() == [5, 7, 5, 7]
    assert start.values.tolist() == [0, 0, 1e-6, 3e-6]
    assert (start.unit, start.low, start.high) == ("s", 0, 3e-6)
    assert sm.modelled == start.modelled == modelled


def test_without_a_placement_blocks_begin_in_the_rounds_of_the_order() -> None:
    trace = vector_add()
    order = play_order(trace, T4)
    assert order is not None

    sm, start = sm_numbers(trace, order), start_times(trace, order)

    assert sm is not None
    assert start is not None
    assert sm.values.tolist() == order.sm.tolist()
    assert start.values.tolist() == order.block_start.tolist()
    assert (start.unit, start.modelled, sm.modelled) == ("rounds", True, True)


def test_what_a_trace_does_not_hold_is_not_made_up() -> None:
    bare = replace(without_steps(vector_add()), warp_counters=None, thread_active=None)
    bare = replace(bare, last_writer={}, placement=None)

    assert [numbers(bare, None, one) for one in Colouring] == [None] * len(Colouring)


def test_infinite_values_are_not_the_ends_of_the_scale() -> None:
    text = """
def kernel(x):
    i = cuda.threadIdx.x
    x[i] = x[i] * 2
"""
    values = np.array([np.inf, 1, 2, np.nan], np.float32)
    found = written_values(run(text, config(1, 4), {"x": values}).trace)

    assert found is not None
    assert (found.low, found.high) == (2, 4)


def test_a_3d_grid_has_its_numbers_in_linear_order() -> None:
    trace = run(HALF, config(Dim3(2, 2, 2), 64), {"x": np.zeros(64, np.int64)}).trace
    found = idle_threads(trace)

    assert found is not None
    assert found.values.shape == (8, 64)
