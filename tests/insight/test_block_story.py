"""What is told of a block and of a warp."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.insight.block_place import block_place
from gpuviz.insight.block_story import BlockStory, block_story, waiting_warps
from gpuviz.insight.order import Instant
from gpuviz.insight.stage_warp import WarpGroup, WarpReader
from gpuviz.insight.states import ThreadState, WarpHistory
from gpuviz.insight.warp_story import WarpStory, warp_story
from gpuviz.trace import Trace
from tests.helpers import traces
from tests.helpers.launches import emulated, order_of


def block_of(trace: Trace, block: int, at: Instant) -> BlockStory:
    order = order_of(trace)
    return block_story(trace, order, WarpHistory(trace, order), block, at)


def warp_of(trace: Trace, block: int, warp: int, at: Instant) -> WarpStory:
    order = order_of(trace)
    reader = WarpReader(trace, order, WarpHistory(trace, order))
    return warp_story(trace, order, reader, block, warp, at)


def group(warps: list[int], state: ThreadState, line: int) -> WarpGroup:
    return WarpGroup(np.array(warps), state, line)


def test_warps_at_a_barrier_wait_for_all_that_are_still_under_way() -> None:
    groups = (
        group([0, 1, 2], ThreadState.RUNNING, 20),
        group([3, 5, 6, 7], ThreadState.AT_BARRIER, 21),
        group([4], ThreadState.READY, 23),
        group([8], ThreadState.FINISHED, 30),
    )

    (waiting,) = waiting_warps(groups)

    assert waiting.warps.tolist() == [3, 5, 6, 7]
    assert waiting.line == 21
    assert waiting.waits_for.tolist() == [0, 1, 2, 4]


def test_who_waits_for_whom_is_read_from_the_steps() -> None:
    rows = [(0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 0, 1), (0, 1, 1), (0, 2, 1)]
    trace = traces.warps_of(rows, barriers=[1], threads=96)

    story = block_of(trace, 0, order_of(trace).at(4))  # warp 0 has come, the others not yet

    (waiting,) = story.waiting
    assert waiting.warps.tolist() == [0]
    assert waiting.waits_for.tolist() == [1, 2]


def test_what_a_block_has_cost_is_summed_over_its_warps() -> None:
    trace = emulated("vector_add")  # 1000 elements in blocks of 256

    full, last = (block_of(trace, block, Instant(0, 0)) for block in (0, 3))

    assert full.work is not None
    assert last.work is not None
    assert full.work.warp_steps == 8 * 3
    assert full.work.lane_share == 1.0
    assert (full.work.load_sectors, full.work.store_sectors) == (2 * 32, 32)
    assert (last.work.load_sectors, last.work.store_sectors) == (2 * 29, 29)  # 232 floats
    assert last.work.warp_steps == 8 * 3
    assert last.work.lane_share == pytest.approx((2 * 256 + 232) / (3 * 256))
    assert (full.idle, last.idle) == (0, 24)


def test_where_a_block_ran_and_when_comes_from_the_placement_of_the_launch() -> None:
    trace = emulated("vector_add")
    order = order_of(trace)
    assert trace.placement is not None

    place = block_place(trace, order, 2)

    assert place is not None
    assert (place.sm, place.source) == (2, "modelled")  # 4 blocks on 40 SMs
    assert place.rounds == (1, 3)
    assert place.seconds == (0.0, float(trace.placement.end_s[2]))


def test_a_block_without_kept_steps_has_a_state_and_no_groups() -> None:
    trace = traces.vector_add(1000, 256, (0, 3))
    order = order_of(trace)

    story = block_of(trace, 1, order.end)

    assert story.state is ThreadState.FINISHED
    assert story.groups == ()


def test_the_variables_of_a_warp_stand_lane_by_lane() -> None:
    trace = emulated("vector_add")
    order = order_of(trace)

    story = warp_of(trace, 3, 7, order.end)

    (i,) = story.variables
    assert i.name == "i"
    assert i.value.tolist() == list(range(992, 1024))
    assert list(story.threads) == list(range(224, 256))
    assert story.state is ThreadState.FINISHED


def test_before_its_first_step_a_warp_has_no_variables() -> None:
    assert warp_of(emulated("vector_add"), 0, 0, Instant(0, 0)).variables == ()
