"""A warp through time: active lanes, branches, returns, against what the source says."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.branch_regions import BranchRegion, BranchRegions, BranchSide
from gpuviz.insight.order import play_order
from gpuviz.insight.states import WarpHistory
from gpuviz.insight.warp_steps import LaneState, WarpSteps, lanes_in, warp_steps
from gpuviz.trace import Trace
from tests.helpers.traces import mask_of, vector_add
from tests.simt.kernels import config, run

KERNEL = """
def kernel(out):
    i = cuda.threadIdx.x
    if i > 60:
        return
    if i % 32 < 16:
        if i < 4:
            i += 0
        x = 3
    else:
        x = 7
    k = 0
    while k < i % 3:
        k += 1
    cuda.syncthreads()
    out[i] = x
"""


def of(lanes: range | list[int]) -> int:
    """The mask of some lanes."""
    return mask_of(np.isin(np.arange(32), list(lanes)))


def steps_of(trace: Trace, warp: int, block: int = 0) -> WarpSteps:
    order = play_order(trace, find_device("t4"))
    assert order is not None
    steps = warp_steps(trace, WarpHistory(trace, order), block, warp)
    assert steps is not None
    return steps


@pytest.fixture(scope="module")
def trace() -> Trace:
    return run(KERNEL, config(1, 80), {"out": np.zeros(80)}).trace


def test_a_warp_that_is_full_and_together_uses_all_its_lanes() -> None:
    steps = steps_of(vector_add(n=1024), 3)

    assert steps.line.tolist() == [3, 4, 5]
    assert steps.lane_efficiency == 1
    assert (steps.image(0, 3) == LaneState.ACTIVE).all()
    assert BranchRegions(steps).between(0, 3) == ()
    assert BranchRegions(steps).levels == 0


def test_lane_efficiency_is_the_active_lanes_of_all_steps() -> None:
    steps = steps_of(vector_add(n=1000), 7, block=3)

    assert steps.active_lanes == 32 + 32 + 8
    assert steps.lane_efficiency == pytest.approx(72 / 96)
    assert set(steps.image(2, 3)[8:, 0]) == {LaneState.MASKED_OFF}


def test_lanes_that_returned_are_gone_and_no_branch(trace: Trace) -> None:
    steps = steps_of(trace, 1)

    after = int(np.flatnonzero(steps.line == 5)[0])
    assert steps.line[after - 1] == 4
    assert set(steps.image(after, len(steps))[29:].ravel()) == {LaneState.RETURNED}
    assert set(steps.image(after - 1, after)[29:].ravel()) == {LaneState.ACTIVE}
    assert BranchRegions(steps).at(after) is None


def test_lanes_without_a_thread_are_absent(trace: Trace) -> None:
    steps = steps_of(trace, 2)

    assert lanes_in(steps.exists).tolist() == list(range(16))
    assert (steps.image(0, len(steps))[16:] == LaneState.ABSENT).all()


def test_a_barrier_shows_who_waits(trace: Trace) -> None:
    steps = steps_of(trace, 0)

    barrier = int(np.flatnonzero(steps.line == 14)[0])
    assert (steps.image(barrier, barrier + 1) == LaneState.AT_BARRIER).all()
    assert steps.states == {LaneState.ACTIVE, LaneState.MASKED_OFF, LaneState.AT_BARRIER}


def test_both_sides_of_a_branch_are_found_with_the_branch_inside(trace: Trace) -> None:
    steps = steps_of(trace, 0)

    outer, inner, loop = BranchRegions(steps).between(0, len(steps))

    lines = steps.line.tolist()
    assert outer == BranchRegion(
        3,
        7,
        5,
        (BranchSide(of(range(16)), 3, 6), BranchSide(of(range(16, 32)), 6, 7)),
        0,
    )
    assert lines[3:7] == [6, 7, 8, 10]
    assert (inner.line, inner.level, inner.sides) == (6, 1, (BranchSide(of(range(4)), 4, 5),))
    assert (loop.line, loop.level) == (12, 0)
    assert lanes_in(loop.sides[0].mask).tolist() == [n for n in range(32) if n % 3]
    assert lines[loop.stop] == 14  # together again


def test_the_innermost_branch_of_a_step_is_told(trace: Trace) -> None:
    regions = BranchRegions(steps_of(trace, 0))

    told = [regions.at(step) for step in (0, 3, 4)]
    assert [None if region is None else (region.line, region.level) for region in told] == [
        None,
        (5, 0),
        (6, 1),
    ]


def test_only_the_branches_of_the_steps_asked_for_are_told(trace: Trace) -> None:
    regions = BranchRegions(steps_of(trace, 0))

    assert [region.line for region in regions.between(0, 4)] == [5]
    assert (regions.count(0, 4), regions.count(0, 99), regions.levels) == (1, 2, 2)


def test_a_warp_whose_steps_were_not_kept_has_none() -> None:
    trace = vector_add(followed=[0])
    order = play_order(trace, find_device("t4"))
    assert order is not None

    assert warp_steps(trace, WarpHistory(trace, order), 2, 0) is None
