"""The blocks on the SMs: laws of every placement, and small cases by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuviz.device import find_device
from gpuviz.model.calibration import Calibration
from gpuviz.model.dram import dram_rate
from gpuviz.model.limits import BlockCosts, block_costs
from gpuviz.model.timeline import MOST_SIMULATED, BlockTimes, run_blocks
from tests.helpers.examples import examples
from tests.model.works import work

T4 = find_device("t4")
PLAIN = Calibration(block_launch_cycles=0.0, blocks_per_clock=1e9)
LENGTHS = st.lists(st.integers(1, 9), min_size=1, max_size=60)
NEAR = 1e-3  # clocks


def waiting(lengths: list[int]) -> BlockCosts:
    """Blocks that only wait, for so many thousand clocks: they do not slow each other down."""
    return block_costs(work(len(lengths), latency_cycles=np.array(lengths) * 1e3), T4, PLAIN)


def busy(lengths: list[int]) -> BlockCosts:
    """Blocks that compute for so many thousand clocks each: those of an SM share it."""
    return block_costs(work(len(lengths), fp32=np.array(lengths) * 64e3), T4, PLAIN)


def most_at_once(timeline: BlockTimes, sm: int) -> int:
    here = timeline.sm == sm
    starts, ends = np.sort(timeline.start[here]), np.sort(timeline.end[here])
    ended = np.searchsorted(ends, starts + NEAR)
    return int((np.arange(1, len(starts) + 1) - ended).max(initial=0))


@given(LENGTHS, st.integers(1, 4), st.integers(1, 3), st.booleans())
@settings(max_examples=examples(60))
def test_no_sm_holds_more_blocks_than_fit(
    lengths: list[int], sms: int, per_sm: int, computing: bool
) -> None:
    timeline = run_blocks((busy if computing else waiting)(lengths), sms, per_sm, 3.0)

    assert max(most_at_once(timeline, sm) for sm in range(sms)) <= per_sm


@given(LENGTHS, st.integers(1, 4), st.integers(1, 3), st.booleans())
@settings(max_examples=examples(60))
def test_blocks_start_in_linear_order_and_last(
    lengths: list[int], sms: int, per_sm: int, computing: bool
) -> None:
    timeline = run_blocks((busy if computing else waiting)(lengths), sms, per_sm, 3.0)

    assert len(timeline.sm) == len(lengths)
    assert (np.diff(timeline.start) >= 0).all()
    assert (timeline.end - timeline.start >= np.array(lengths) * 1e3 - NEAR).all() or computing
    assert (timeline.sm >= 0).all()
    assert (timeline.sm < sms).all()


@given(LENGTHS, st.integers(1, 4), st.integers(1, 3))
@settings(max_examples=examples(60))
def test_no_place_stays_empty_while_a_block_waits(
    lengths: list[int], sms: int, per_sm: int
) -> None:
    timeline = run_blocks(waiting(lengths), sms, per_sm, 3.0)

    places = np.zeros(sms * per_sm)
    for start, length in zip(timeline.start, lengths, strict=True):
        assert start == pytest.approx(places.min(), abs=NEAR)
        places[places.argmin()] = start + length * 1e3


@given(LENGTHS, st.integers(1, 4), st.integers(1, 3))
@settings(max_examples=examples(60))
def test_an_sm_does_its_work_without_a_pause(lengths: list[int], sms: int, per_sm: int) -> None:
    timeline = run_blocks(busy(lengths), sms, per_sm, 3.0)

    for sm in range(sms):
        here = timeline.sm == sm
        done = np.array(lengths)[here].sum() * 1e3
        assert timeline.end[here].max(initial=0) == pytest.approx(done, rel=1e-6)


def test_the_first_blocks_go_round_the_sms() -> None:
    timeline = run_blocks(waiting([5, 5, 5, 5, 5]), 3, 2, 3.0)

    assert timeline.sm.tolist() == [0, 1, 2, 0, 1]


def test_a_new_block_goes_where_one_has_ended() -> None:
    timeline = run_blocks(waiting([5, 2, 9, 1, 1]), 3, 1, 3.0)

    assert timeline.sm.tolist() == [0, 1, 2, 1, 1]
    assert timeline.start.tolist() == pytest.approx([0, 0, 0, 2e3, 3e3])


def test_a_block_is_faster_when_its_neighbour_has_ended() -> None:
    """Two share the SM until the shorter one is done, after twice 1 thousand clocks."""
    timeline = run_blocks(busy([1, 3]), 1, 2, 3.0)

    assert timeline.end.tolist() == pytest.approx([2e3, 4e3])


def test_what_all_sms_share_slows_all_of_them_down() -> None:
    rate = dram_rate(T4, PLAIN) / T4.clock_hz
    costs = block_costs(work(4, dram_bytes=1e3 * rate), T4, PLAIN)

    assert run_blocks(costs, 4, 1, 3.0).end.tolist() == pytest.approx([4e3] * 4)


@given(st.integers(1, 200), st.integers(1, 5), st.integers(1, 3), st.integers(0, 3))
@settings(max_examples=examples(60))
def test_whole_waves_of_equal_blocks_are_as_the_simulation_would_have_them(
    blocks: int, sms: int, per_sm: int, latency: int
) -> None:
    fp32, waits = np.full(blocks, 64e3), np.full(blocks, latency * 1e3)
    equal = block_costs(work(blocks, fp32=fp32, latency_cycles=waits), T4, PLAIN)
    fp32[0] *= 1 + 1e-13  # no wave is whole any more
    simulated = block_costs(work(blocks, fp32=fp32, latency_cycles=waits), T4, PLAIN)

    one, other = (run_blocks(costs, sms, per_sm, 3.0) for costs in (equal, simulated))

    assert one.sm.tolist() == other.sm.tolist()
    assert one.end == pytest.approx(other.end, rel=1e-6)


def test_a_large_grid_of_unequal_blocks_begins_with_mean_ones() -> None:
    blocks = 3 * MOST_SIMULATED
    lengths = np.random.default_rng(0).integers(1, 9, blocks)
    costs = block_costs(work(blocks, fp32=lengths * 64e3), T4, PLAIN)

    timeline = run_blocks(costs, 40, 4, 3.0)

    assert timeline.is_mean
    assert len(timeline.sm) == blocks
    assert timeline.cycles == pytest.approx(lengths.sum() * 1e3 / 40, rel=0.02)


def test_what_it_gives_cannot_be_changed() -> None:
    timeline = run_blocks(waiting([1, 2]), 1, 1, 3.0)

    with pytest.raises(ValueError, match="read-only"):
        timeline.end[0] = 5
