"""The order in which steps are played, against a round robin that is walked turn by turn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.device import Device, find_device
from gpuviz.insight.order import PlayOrder, play_order
from gpuviz.trace import Trace
from tests.helpers.traces import matmul_tiled, vector_add, warps_of, without_steps

T4 = find_device("t4")
SMALL = replace(T4, sm_count=2, max_blocks_per_sm=1)
BARRIER = 3
PROGRAMS = st.lists(
    st.lists(st.sampled_from([0, 1, 2, BARRIER]), min_size=1, max_size=8), min_size=1, max_size=4
)


def ordered(trace: Trace, device: Device = T4) -> PlayOrder:
    order = play_order(trace, device)
    assert order is not None
    return order


def walked(programs: list[list[int]]) -> list[tuple[int, int, int]]:
    """(round, warp, place in its program) as the warps of one block take turns."""
    done = [0] * len(programs)
    passed = [0] * len(programs)
    waiting = [False] * len(programs)
    taken: list[tuple[int, int, int]] = []
    clock = 0
    while any(done[w] < len(p) for w, p in enumerate(programs)):
        for warp, program in enumerate(programs):
            if waiting[warp] or done[warp] == len(program):
                continue
            taken.append((clock, warp, done[warp]))
            waiting[warp] = program[done[warp]] == BARRIER
            done[warp] += 1
        for warp in range(len(programs)):
            if waiting[warp] and arrived(programs, done, passed, passed[warp]):
                waiting[warp] = False
                passed[warp] += 1
        clock += 1
    return taken


def arrived(programs: list[list[int]], done: list[int], passed: list[int], number: int) -> bool:
    """Whether every warp that has barrier `number` in its program has reached it."""
    reached = [p[:d].count(BARRIER) for p, d in zip(programs, done, strict=True)]
    return all(
        r > number or p.count(BARRIER) <= number for p, r in zip(programs, reached, strict=True)
    )


@given(PROGRAMS)
def test_warps_take_turns_and_wait_at_barriers_as_a_walk_does(programs: list[list[int]]) -> None:
    rows = [(0, warp, s) for warp, program in enumerate(programs) for s in program]
    trace = warps_of(rows, (BARRIER,), threads=32 * len(programs))
    first = np.cumsum([0] + [len(program) for program in programs])
    expected = [(clock, first[warp] + at) for clock, warp, at in walked(programs)]

    order = ordered(trace)

    assert list(zip(order.round.tolist(), order.step.tolist(), strict=True)) == expected


def test_in_lockstep_a_round_is_one_step_of_every_warp() -> None:
    order = ordered(vector_add())

    assert order.label == "modelled"
    assert np.bincount(order.round).tolist() == [32, 32, 32]
    assert order.rounds == 3


def test_within_a_round_blocks_and_warps_come_in_order() -> None:
    trace = vector_add()
    assert trace.steps is not None

    step = ordered(trace).step[:32]

    warps = trace.steps.block[step] * 8 + trace.steps.warp[step]
    assert warps.tolist() == list(range(32))


def test_each_step_is_played_once_and_found_by_its_position() -> None:
    order = ordered(matmul_tiled())

    assert sorted(order.step.tolist()) == list(range(len(order)))
    assert (order.step[order.position] == np.arange(len(order))).all()
    assert (np.diff(order.round) >= 0).all()


def test_a_warp_that_has_returned_is_not_waited_for() -> None:
    trace = warps_of([(0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 1, 0)], barriers=(1,))

    order = ordered(trace)

    assert order.round.tolist() == [0, 0, 1, 2]


def test_blocks_that_do_not_fit_wait_for_a_wave() -> None:
    order = ordered(vector_add(n=1024), SMALL)

    assert order.block_start.tolist() == [0, 0, 3, 3]
    assert order.sm.tolist() == [0, 1, 0, 1]
    assert order.rounds == 6


def test_blocks_that_were_not_followed_have_their_rounds_all_the_same() -> None:
    order = ordered(vector_add(n=1024, followed=(0, 3)), SMALL)

    assert order.block_start.tolist() == [0, 0, 3, 3]
    assert order.block_end.tolist() == [3, 3, 6, 6]
    assert len(order) == 2 * 8 * 3


@pytest.mark.parametrize("schedule", ["warps", "adversarial"])
def test_an_executed_order_is_the_order_of_the_rows(schedule: str) -> None:
    rows = [(0, 1, 0), (0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 2)]

    order = ordered(warps_of(rows, schedule=schedule))

    assert order.label == "executed"
    assert order.step.tolist() == [0, 1, 2, 3, 4]


def test_in_an_executed_order_a_round_ends_where_a_warp_comes_again() -> None:
    rows = [(0, 1, 0), (0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 2)]

    order = ordered(warps_of(rows, schedule="warps"))

    assert order.round.tolist() == [0, 0, 1, 1, 2]
    assert (order.block_start.tolist(), order.block_end.tolist()) == ([0], [3])


def test_a_trace_without_steps_has_no_order() -> None:
    assert play_order(without_steps(vector_add()), T4) is None


@given(st.integers(0, 96))
def test_a_moment_knows_how_many_rounds_have_begun(moment: int) -> None:
    order = ordered(vector_add())

    assert order.rounds_at(moment) == -(-moment // 32)
    assert order.moment_of_round(order.rounds_at(moment)) >= moment


def test_when_some_rounds_are_over_all_their_steps_are_taken_and_no_other() -> None:
    order = ordered(matmul_tiled(16, 8))

    taken = [order.moment_of_round(rounds) for rounds in range(order.rounds + 1)]

    assert taken == [int((order.round < rounds).sum()) for rounds in range(order.rounds + 1)]
