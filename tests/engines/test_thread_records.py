"""The recording wrapper, run thread by thread with plain Python in the place of a GPU."""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.engines.recorded_placement import recorded_placement
from gpuviz.engines.thread_records import (
    MAPPING_FIELDS,
    TIMED_FIELDS,
    ThreadRecords,
    mapping_difference,
    new_records,
    wrapper_source,
)
from gpuviz.launch import Dim3, LaunchConfig

SMALL = st.integers(1, 3)
SHAPES = st.builds(Dim3, SMALL, SMALL, SMALL)


def point(x: int, y: int, z: int) -> SimpleNamespace:
    return SimpleNamespace(x=x, y=y, z=z)


def record_every_thread(config: LaunchConfig, threads_per_record: int) -> ThreadRecords:
    """Runs the generated wrapper once for each thread, its own indices given to it as `cuda`."""
    source = wrapper_source("wrapper", "body", 1, TIMED_FIELDS, threads_per_record)
    code = compile(source, "<wrapper>", "exec")
    values = new_records(config, TIMED_FIELDS, threads_per_record)
    calls: list[str] = []
    for block in itertools.product(*map(range, config.grid)):
        for lane, thread in enumerate(itertools.product(*map(range, reversed(config.block)))):
            ticks = itertools.count(100)
            names: dict[str, Any] = {
                "cuda": SimpleNamespace(
                    gridDim=config.grid,
                    blockDim=config.block,
                    blockIdx=point(*block),
                    threadIdx=point(*reversed(thread)),
                    laneid=lane % 32,
                ),
                "body": calls.append,
                "smid": lambda: 7,
                "clock64": lambda ticks=ticks: next(ticks),
                "globaltimer": lambda ticks=ticks: next(ticks),
            }
            exec(code, names)
            names["wrapper"]("ran", values)
    assert len(calls) == config.threads
    return ThreadRecords(values, tuple(TIMED_FIELDS), config, threads_per_record)


@given(grid=SHAPES, block=SHAPES)
def test_what_threads_record_is_the_computed_mapping(grid: Dim3, block: Dim3) -> None:
    records = record_every_thread(LaunchConfig(grid, block), 1)

    assert mapping_difference(records) is None


def test_one_record_a_warp_is_that_of_its_first_lane() -> None:
    records = record_every_thread(LaunchConfig(Dim3(2), Dim3(11, 7)), 32)

    assert records.values.shape[1] == 2 * 3
    assert records.field("linear").tolist() == [0, 32, 64, 77, 109, 141]
    assert mapping_difference(records) is None


def test_the_clocks_are_read_around_the_kernel_the_global_timer_outermost() -> None:
    records = record_every_thread(LaunchConfig(Dim3(1), Dim3(2)), 1)

    order = ("start_ns", "start_clock", "end_clock", "end_ns")
    assert [records.field(name).tolist() for name in order] == [
        [100, 100],
        [101, 101],
        [102, 102],
        [103, 103],
    ]


@pytest.mark.parametrize(
    ("field", "said"), [("block_x", "block_x"), ("thread_y", "thread_y"), ("lane", "lane")]
)
def test_a_thread_with_other_indices_is_named(field: str, said: str) -> None:
    records = record_every_thread(LaunchConfig(Dim3(3), Dim3(8, 4)), 1)
    records.values[records.fields.index(field), 40] += 1

    difference = mapping_difference(records)

    assert difference is not None
    assert f"The recorded {said} of thread 8 of block 1" in difference.text


def test_a_thread_that_wrote_nothing_is_missing() -> None:
    config = LaunchConfig(Dim3(2), Dim3(4))
    values = new_records(config, MAPPING_FIELDS, 1)

    difference = mapping_difference(ThreadRecords(values, tuple(MAPPING_FIELDS), config, 1))

    assert difference is not None
    assert "is missing" in difference.text
    assert "8 of 8" in difference.text


def two_sms(clock_hz: float, tick_ns: int) -> ThreadRecords:
    """Block b runs on SM b % 2 from b * 100 us, 50 us long; the SMs' clocks are far apart."""
    config = LaunchConfig(Dim3(6), Dim3(2))
    values = new_records(config, TIMED_FIELDS, 1)
    records = ThreadRecords(values, tuple(TIMED_FIELDS), config, 1)
    block = np.arange(12) // 2
    start_ns, end_ns = block * 100_000, block * 100_000 + 50_000
    epoch = 1_700_000_000_000_000_000  # such numbers do not fit into a float64
    clock_origin = np.where(block % 2, 10**14, 5 * 10**9)
    for name, value in {
        "sm": block % 2,
        "start_ns": epoch + start_ns // tick_ns * tick_ns,
        "end_ns": epoch + end_ns // tick_ns * tick_ns,
        "start_clock": clock_origin + start_ns * clock_hz * 1e-9,
        "end_clock": clock_origin + end_ns * clock_hz * 1e-9,
    }.items():
        records.field(name)[:] = value
    return records


@pytest.mark.parametrize("tick_ns", [1, 32, 1000])
def test_blocks_stand_where_and_when_they_ran_however_coarse_the_global_timer(
    tick_ns: int,
) -> None:
    placement = recorded_placement(two_sms(1.5e9, tick_ns), clock_hz=9e9)

    assert placement.source == "measured"
    assert placement.sm.tolist() == [0, 1, 0, 1, 0, 1]
    np.testing.assert_allclose(placement.start_s, np.arange(6) * 100e-6, atol=2e-6)
    np.testing.assert_allclose(placement.end_s - placement.start_s, 50e-6, atol=1e-6)


def test_a_launch_too_short_for_the_global_timer_takes_the_given_clock() -> None:
    records = two_sms(2e9, 1)
    short = replace(records, values=records.values[:, :2], config=LaunchConfig(Dim3(1), Dim3(2)))
    short.field("end_ns")[:] = short.field("start_ns") + 1000
    short.field("end_clock")[:] = short.field("start_clock") + 3000

    placement = recorded_placement(short, clock_hz=1e9)

    np.testing.assert_allclose(placement.end_s - placement.start_s, 3e-6)
