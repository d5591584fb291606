"""What lines cost, on kernels whose costs can be counted by hand."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.branches import divergences
from gpuviz.insight.line_costs import LineCost, Split, line_costs
from tests.helpers.traces import vector_add, without_steps
from tests.simt.kernels import config, run

KERNEL = """
def kernel(a, out):
    tile = cuda.shared.array(64, np.float64)
    i = cuda.grid(1)
    tile[i] = a[i]
    if i % 4 == 0:
        out[i] = tile[i]
    else:
        out[0] = 1
    cuda.atomic.add(out, 1, 1)
"""


def costs(threads: int = 64) -> dict[int, LineCost]:
    trace = run(KERNEL, config(1, threads), {"a": np.zeros(64), "out": np.zeros(64)}).trace
    return dict(line_costs(trace, divergences(trace)))


def test_a_line_counts_steps_lanes_and_what_it_moves() -> None:
    found = costs()

    # two warps load 32 float64 of 8 bytes each: 8 sectors a warp; to shared memory by half-warps
    assert found[4] == LineCost(warp_steps=2, lane_steps=64, sectors=16, wavefronts=4)
    assert found[9] == LineCost(warp_steps=2, lane_steps=64, atomics=64)


def test_a_line_in_a_branch_has_idle_lanes() -> None:
    found = costs()

    assert (found[6].slots, found[6].idle_slots) == (64, 48)
    assert (found[8].slots, found[8].idle_slots) == (64, 16)


def test_a_header_tells_in_how_many_warps_it_diverges_and_what_lies_idle_inside() -> None:
    found = costs()

    # each of two warps takes both sides: 4 steps of 32 lanes, of which 8 + 24 do something
    assert found[5].split == Split(2, 2, 2, slots=128, idle_slots=64, all_followed=True)
    assert [line for line, cost in found.items() if cost.split] == [5]


def test_the_guard_of_a_vector_addition_diverges_in_its_last_warp() -> None:
    trace = vector_add(1000, 256)

    split = line_costs(trace, divergences(trace))[4].split

    assert split == Split(1, 32, 1, slots=1024, idle_slots=24, all_followed=True)


def test_of_blocks_that_are_not_followed_only_counters_are_known() -> None:
    trace = vector_add(100_000, 256, followed=(390,))

    split = line_costs(trace, divergences(trace))[4].split

    # 100 000 = 3 125 full warps; block 390 has 5 of them, so no warp is parted
    assert split is None


def test_where_nothing_was_counted_no_line_has_a_cost() -> None:
    trace = without_steps(vector_add())

    assert line_costs(trace, divergences(trace)) == {}
