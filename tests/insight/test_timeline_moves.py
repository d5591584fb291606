"""Ways through a timeline."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.insight.order import Instant
from gpuviz.insight.timeline_moves import (
    Now,
    block_at,
    next_on_sm,
    next_sm,
    now_in_block,
    now_on_all,
    seconds_of_rounds,
)
from gpuviz.trace import Placement
from tests.helpers.launches import emulated, order_of
from tests.helpers.timelines import in_waves, placed, timeline

# SM 2: block 0, then 2 and 3 side by side; SM 7: blocks 1 and 4
TWO_SMS = timeline(placed([2, 7, 2, 2, 7], [0, 0, 2, 2, 5], [2, 4, 4, 6, 6]))


def assert_now(now: Now | None, seconds: float, block: int | None) -> None:
    assert now is not None
    assert now.seconds == pytest.approx(seconds)
    assert now.block == block


@pytest.mark.parametrize(
    ("row", "seconds", "block"),
    [(2, 1.0, 0), (7, 3.9, 1), (7, 5.5, 4), (7, 4.5, None), (3, 1, None)],
)
def test_the_block_that_ran_at_an_instant_is_found(
    row: int, seconds: float, block: int | None
) -> None:
    assert block_at(TWO_SMS, row, None, seconds) == block


def test_of_blocks_side_by_side_the_place_decides() -> None:
    places = {int(TWO_SMS.place[block]): block for block in (2, 3)}

    assert {place: block_at(TWO_SMS, 2, place, 3.0) for place in (0, 1)} == places


def test_a_block_close_by_is_meant_too() -> None:
    assert block_at(TWO_SMS, 7, None, 4.3, near_s=0.5) == 1
    assert block_at(TWO_SMS, 7, None, 4.8, near_s=0.5) == 4


def test_arrows_go_through_the_blocks_of_an_sm_in_time() -> None:
    assert next_on_sm(TWO_SMS, 0, -1) == 0
    assert [next_on_sm(TWO_SMS, 0, by) for by in (1, 2, 9)][2] in (2, 3)
    assert next_on_sm(TWO_SMS, 1, 1) == 4
    assert next_on_sm(TWO_SMS, 4, -1) == 1


def test_arrows_go_to_the_block_of_the_same_time_on_the_next_sm_that_has_one() -> None:
    assert next_sm(TWO_SMS, 0, 1) == 1
    assert next_sm(TWO_SMS, 3, 1) == 1
    assert next_sm(TWO_SMS, 4, -1) == 3
    assert next_sm(TWO_SMS, 1, 1) == 1


def test_the_playback_has_the_time_of_the_rounds_that_are_over() -> None:
    trace = emulated("vector_add")
    order = order_of(trace)
    found = timeline(trace)

    times = seconds_of_rounds(found, order)

    assert times is not None
    assert len(times) == order.rounds + 1
    assert times[0] == pytest.approx(found.start_s.min())
    assert times[-1] == pytest.approx(found.duration_s)
    assert (np.diff(times) >= 0).all()
    assert now_on_all(times, Instant(0, 0)) is None
    assert_now(now_on_all(times, order.end), found.duration_s, None)


def test_measured_times_have_no_round() -> None:
    trace = emulated("vector_add")
    assert trace.placement is not None
    measured = replace(trace, placement=replace(trace.placement, source="measured"))

    assert seconds_of_rounds(timeline(measured), order_of(trace)) is None


def test_an_executed_order_has_no_times() -> None:
    trace = emulated("vector_add")

    assert seconds_of_rounds(timeline(trace), order_of(replace(trace, schedule="warps"))) is None


def test_rounds_whose_blocks_are_far_apart_in_time_have_none() -> None:
    trace = emulated("vector_add")
    start = np.array([0.0, 1e-6, 2e-6, 3e-6])
    apart = Placement(np.arange(4, dtype=np.int32), start, start + 1e-6, "modelled")

    assert seconds_of_rounds(timeline(replace(trace, placement=apart)), order_of(trace)) is None


def test_a_block_is_as_far_in_its_time_as_in_its_rounds() -> None:
    trace = emulated("vector_add")
    order, found = order_of(trace), timeline(trace)
    assert trace.steps is not None
    first = now_in_block(found, order, trace.steps, order.at(1))
    last = now_in_block(found, order, trace.steps, order.at(len(order)))

    assert_now(first, found.duration_s / order.rounds, 0)
    assert_now(last, found.duration_s, 3)
    assert now_in_block(found, order, trace.steps, Instant(0, 0)) is None


def test_at_the_end_of_a_launch_all_blocks_are_over_whichever_came_last() -> None:
    trace = emulated("vector_add")
    order = order_of(trace)
    start = np.array([0.0, 1e-6, 2e-6, 3e-6])
    last_is_early = Placement(np.arange(4, dtype=np.int32), start, start[::-1] + 2e-6, "modelled")
    found = timeline(replace(trace, placement=last_is_early))
    assert trace.steps is not None

    now = now_in_block(found, order, trace.steps, order.end)

    assert_now(now, found.duration_s, None)


def test_waves_are_gone_through_block_by_block() -> None:
    found = timeline(in_waves(324))

    assert next_on_sm(found, 0, 4) == 160
    assert next_sm(found, 160, 1) == 161
