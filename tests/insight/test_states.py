"""What threads do at a moment: states of the hand-made launches, known by reading the kernel."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.device import find_device
from gpuviz.insight.hazard_moments import hazard_moment
from gpuviz.insight.order import Instant, PlayOrder, play_order
from gpuviz.insight.states import (
    GridStates,
    ThreadState,
    WarpHistory,
    lane_states,
)
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.launch import Dim3
from gpuviz.messages import Message
from gpuviz.trace import Hazard, Trace
from tests.helpers.traces import vector_add, warps_of

T4 = find_device("t4")
SMALL = replace(T4, sm_count=2, max_blocks_per_sm=1)
NOT_STARTED, RUNNING, AT_BARRIER, FINISHED, MASKED_OFF, HAZARD, READY, IDLE = map(int, ThreadState)


def played(trace: Trace) -> tuple[GridStates, PlayOrder]:
    order = play_order(
        trace, SMALL if trace.config.blocks > 2 and trace.followed != (0, 1, 2, 3) else T4
    )
    assert order is not None
    return TraceIndex(trace, order).states, order


def counts(image: NDArray[np.uint8]) -> dict[str, int]:
    """How many threads are in each state that occurs."""
    return {ThreadState(s).name: int(n) for s, n in enumerate(np.bincount(image.ravel())) if n}


def everywhere(trace: Trace) -> NDArray[np.int64]:
    return np.arange(trace.config.blocks)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (0, {"NOT_STARTED": 1024}),
        (1, {"NOT_STARTED": 992, "RUNNING": 32}),
        (32, {"RUNNING": 1024}),
        (40, {"RUNNING": 256, "READY": 768}),
        (96, {"FINISHED": 992, "RUNNING": 8, "MASKED_OFF": 24}),
    ],
)
def test_threads_of_vector_add_at_a_moment(moment: int, expected: dict[str, int]) -> None:
    trace = vector_add()
    states, order = played(trace)

    image = states.threads(order.at(moment), everywhere(trace))

    assert counts(image) == expected


def test_when_the_launch_is_over_every_thread_has_finished() -> None:
    trace = vector_add()
    states, order = played(trace)

    image = states.threads(order.end, everywhere(trace))

    assert counts(image) == {"FINISHED": 1000, "IDLE": 24}


def test_the_threads_beyond_the_array_are_masked_off_in_the_last_round() -> None:
    trace = vector_add()
    states, order = played(trace)

    image = states.threads(order.at(96), np.array([3]))

    assert np.flatnonzero(image[0] == MASKED_OFF).tolist() == list(range(232, 256))


def test_a_warp_waits_at_a_barrier_until_the_last_one_arrives() -> None:
    rows = [(0, 0, 1), (0, 0, 2), (0, 1, 0), (0, 1, 1), (0, 1, 2)]
    trace = warps_of(rows, barriers=(1,))
    states, order = played(trace)

    seen = [states.history.states(order.at(moment)).tolist() for moment in range(4)]

    assert seen == [
        [NOT_STARTED, NOT_STARTED],
        [AT_BARRIER, NOT_STARTED],
        [AT_BARRIER, RUNNING],
        [READY, RUNNING],
    ]


def test_blocks_that_were_not_followed_are_known_by_rounds() -> None:
    trace = vector_add(n=1024, followed=(0,))
    order = play_order(trace, SMALL)
    assert order is not None
    states = TraceIndex(trace, order).states

    seen = [states.blocks(Instant(24, rounds)).tolist()[1:] for rounds in (0, 1, 3, 4, 6, 7)]

    assert seen == [
        [NOT_STARTED, NOT_STARTED, NOT_STARTED],
        [RUNNING, NOT_STARTED, NOT_STARTED],
        [FINISHED, NOT_STARTED, NOT_STARTED],
        [FINISHED, RUNNING, RUNNING],
        [FINISHED, FINISHED, FINISHED],
        [FINISHED, FINISHED, FINISHED],
    ]


def test_the_threads_of_some_blocks_are_those_of_the_whole_picture() -> None:
    trace = vector_add(n=1024, followed=(0, 2))
    states, order = played(trace)
    whole = states.threads(order.at(30), everywhere(trace))

    some = states.threads(order.at(30), np.array([1, 2]))

    assert (some == whole[[1, 2]]).all()


def test_the_latest_step_of_a_warp_is_the_last_one_played_before_the_moment() -> None:
    trace = vector_add()
    order = play_order(trace, T4)
    assert order is not None
    assert trace.steps is not None
    history = WarpHistory(trace, order)

    for moment in (0, 1, 31, 33, 70, 96):
        expected = np.full(32, -1)
        for step in order.step[:moment]:
            expected[trace.steps.block[step] * 8 + trace.steps.warp[step]] = step
        assert (history.latest(order.at(moment)) == expected).all()


def test_only_lanes_of_a_warp_under_way_can_be_masked_off() -> None:
    state = np.array([RUNNING, FINISHED, NOT_STARTED], np.uint8)
    mask = np.array([0b101, 0b101, 0b101], np.uint32)

    lanes = lane_states(state, mask)

    assert lanes[0, :3].tolist() == [RUNNING, MASKED_OFF, RUNNING]
    assert set(lanes[1]) == {FINISHED}
    assert set(lanes[2]) == {NOT_STARTED}


def test_a_thread_with_a_hazard_shows_it_from_the_line_on_that_it_names() -> None:
    hazard = Hazard(
        "out-of-bounds",
        "global",
        "c",
        (1000,),
        5,
        None,
        Dim3(0, 0, 0),
        Dim3(7, 0, 0),
        None,
        None,
        1,
        Message("test", "out of bounds"),
    )
    trace = replace(vector_add(), hazards=(hazard,))
    states, order = played(trace)

    seen = [states.threads(order.at(m), np.array([0]))[0, 7] for m in (64, 65, 96)]

    assert seen == [RUNNING, HAZARD, HAZARD]
    assert (states.threads(order.at(65), np.array([0])) == HAZARD).sum() == 1


def test_a_warp_has_finished_as_soon_as_another_plays_after_its_last_step() -> None:
    trace = vector_add()
    states, order = played(trace)

    seen = [int(states.history.states(order.at(moment))[0]) for moment in (64, 65, 66)]

    assert seen == [RUNNING, RUNNING, FINISHED]


def test_a_hazard_happens_when_its_thread_executes_the_line_for_the_first_time() -> None:
    trace = vector_add(followed=(0,))
    order = play_order(trace, T4)
    assert order is not None
    hazard = Hazard(
        "out-of-bounds",
        "global",
        "c",
        (1000,),
        5,
        None,
        Dim3(0, 0, 0),
        Dim3(40, 0, 0),
        None,
        None,
        1,
        Message("test", "out of bounds"),
    )

    assert hazard_moment(trace, order, hazard) == 2 * 8 + 2
    assert hazard_moment(trace, order, replace(hazard, block=Dim3(2, 0, 0))) is None


def test_threads_that_touched_nothing_end_idle_and_not_finished() -> None:
    """300 elements for two blocks of 256: lanes from 12 on of warp 1 of block 1 have none."""
    states, order = played(vector_add(300, 256))
    blocks = np.array([0, 1])

    threads, warps = states.threads(order.end, blocks), states.warps(order.end, blocks)

    assert (threads[0] == FINISHED).all()
    assert threads[1].tolist() == [FINISHED] * 44 + [IDLE] * 212
    assert warps[1].tolist() == [FINISHED] * 2 + [IDLE] * 6
    assert states.idle_lanes(1, 1).tolist() == [False] * 12 + [True] * 20
    assert IDLE not in states.threads(order.at(1), blocks)


def test_whether_threads_are_idle_is_not_said_where_it_is_not_known() -> None:
    states, order = played(replace(vector_add(300, 256), thread_active=None))

    assert (states.threads(order.end, np.array([1])) == FINISHED).all()
