"""Lanes, blocks and grids that exchange values hear the same in every schedule."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.simt.execute import Execution, ExecutionOptions
from tests.simt.kernels import config, run

EXCHANGE = """
def kernel(out, x, mask):
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if x[i] != 3:
        out[i, 0] = cuda.shfl_down_sync(mask, x[i], 3)
        out[i, 1] = cuda.ballot_sync(mask, x[i] > 1)
        if t % 5:
            out[i, 2] = cuda.match_any_sync(mask, x[i])
            out[i, 3] = cuda.activemask()
        cuda.syncwarp(mask)
    out[i, 4] = cuda.syncthreads_count(x[i])
    out[i, 5] = cuda.syncthreads_or(int(t == 63 and x[i] > 1))
"""
BY_DISTANCE = """
def kernel(out):
    i = cuda.threadIdx.x
    total = i + 1
    step = 16
    while step > 0:
        total += cuda.shfl_xor_sync(0xFFFFFFFF, total, step)
        step //= 2
    out[cuda.grid(1)] = total
"""
RING = """
def kernel(a, b):
    i = cuda.grid(1)
    grid = cuda.cg.this_grid()
    for turn in range(4):
        b[i] = a[(i + 33) % a.size] + 1
        grid.sync()
        a[i] = b[i]
        grid.sync()
"""
LATE = """
def kernel(out):
    t = cuda.threadIdx.x
    value = t
    if t < 16:
        for k in range(t):
            value += 1
    out[t] = cuda.shfl_sync(0xFFFFFFFF, value, 31 - t)
"""
SCHEDULES = ("lockstep", "warps", "adversarial")


def launch(text: str, blocks: int, threads: int, schedule: str, **arguments: object) -> Execution:
    return run(text, config(blocks, threads), arguments, ExecutionOptions(schedule))


@pytest.mark.parametrize("mask", [0xFFFFFFFF, 0x0F0F3333])
def test_lanes_hear_the_same_in_every_schedule(mask: int) -> None:
    x = np.random.default_rng(7).integers(0, 4, 128).astype(np.int32)

    done = [
        launch(EXCHANGE, 2, 64, schedule, out=np.zeros((128, 6), np.int64), x=x, mask=mask)
        for schedule in SCHEDULES
    ]

    kinds = {hazard.kind for hazard in done[0].trace.hazards}
    assert kinds == {"barrier-divergence", "uninitialized"}
    assert [one.trace.hazards for one in done] == [done[0].trace.hazards] * 3
    assert [one.arrays["out"].tolist() for one in done] == [done[0].arrays["out"].tolist()] * 3
    assert [one.trace.counters for one in done] == [done[0].trace.counters] * 3


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_sum_by_shuffles_is_known_to_every_lane(schedule: str) -> None:
    out = np.zeros(128, np.int64)

    trace = launch(BY_DISTANCE, 2, 64, schedule, out=out).trace

    assert trace.hazards == ()
    assert out.tolist() == ([sum(range(1, 33))] * 32 + [sum(range(33, 65))] * 32) * 2


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_the_whole_grid_waits_for_its_last_thread(schedule: str) -> None:
    a = np.arange(96)

    trace = launch(RING, 3, 32, schedule, a=a, b=np.zeros(96, np.int64)).trace

    assert trace.hazards == ()
    assert a.tolist() == [(i + 4 * 33) % 96 + 4 for i in range(96)]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_lanes_that_took_longer_to_come_are_waited_for(schedule: str) -> None:
    out = np.zeros(32, np.int64)

    launch(LATE, 1, 32, schedule, out=out)

    held = [2 * t if t < 16 else t for t in range(32)]
    assert out.tolist() == [held[31 - t] for t in range(32)]
