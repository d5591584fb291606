"""Moments that matter, on launches whose steps can be written down by hand."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.branches import divergences
from gpuviz.insight.moment_rows import Moments
from gpuviz.insight.moments import MomentFinder
from gpuviz.insight.order import play_order
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.trace import Trace
from tests.helpers.traces import vector_add, warps_of, without_steps
from tests.simt.kernels import config, run

HEAD = """
@cuda.jit(device=True)
def is_small(x):
    if x < 3:
        return True
    return False

@cuda.jit(device=True)
def doubled(x):
    y = x * 2
    return y

def kernel(a, out):
    i = cuda.grid(1)
"""


def launched(body: str, threads: int = 64) -> Trace:
    lines = "\n".join("    " + line for line in body.splitlines())
    arguments = {"a": np.arange(threads), "out": np.zeros(threads)}
    return run(HEAD + lines, config(1, threads), arguments).trace


def finder(trace: Trace) -> MomentFinder:
    order = play_order(trace, find_device("t4"))
    assert order is not None
    return TraceIndex(trace, order).moments


def line_of(trace: Trace, step: np.int64) -> int:
    assert trace.steps is not None
    return trace.statements[int(trace.steps.statement[step])].line


def rows(found: Moments) -> list[tuple[int, int]]:
    """(moment, warps) of each."""
    return list(zip(found.moment.tolist(), found.warps.tolist(), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "times"),
    [
        ("out[i] = 1", 0),
        ("if i >= 0:\n    out[i] = 1", 0),
        ("if i < 32:\n    out[i] = 1\nelse:\n    out[i] = 2", 0),
        ("if i < 8:\n    out[i] = 1", 1),
        ("if i < 8: out[i] = 1", 1),
        ("if i % 2 == 0:\n    out[i] = 1\nelse:\n    out[i] = 2", 2),
        ("if i % 2 == 0:\n    pass\nelse:\n    out[i] = 2", 2),
        ("if i < 8:\n    out[i] = 1\nelif i < 40:\n    out[i] = 2", 2),
        ("if i < 8:\n    if i < 4:\n        out[i] = 1\n    out[i] = 2", 2),
        ("if i == 5:\n    return\nout[i] = 1", 1),
        ("k = 0\nwhile k < i % 4:\n    k += 1", 2 * 3),
        ("for k in range(i % 4):\n    out[i] += k", 2 * 3),
        ("for k in range(3):\n    if i == k:\n        break\n    out[i] += k", 3),
        ("for k in range(2):\n    if i % 2 == 0:\n        continue\n    out[i] += k", 4),
        ("for k in range(i % 2):\n    pass", 2),
        ("out[i] = doubled(a[i])", 0),
        ("out[i] = a[i] if i < 8 else 0", 1),
        ("out[i] = a[i] if i < 32 else 0", 0),
        ("out[i] = a[i] if i % 2 == 0 else a[0]", 2),
        ("out[i] = (a[i] if i < 8 else 1) + (2 if i < 3 else a[0])", 2),
        ("if i < 40:\n    out[i] = (\n        0\n        if i < 4\n        else a[i])", 2),
        ("out[i] = is_small(a[i])", 1),
        ("if is_small(a[i]):\n    out[i] = doubled(i)", 2),
        ("if doubled(a[i]) < 6:\n    out[i] = doubled(i)", 1),
        ("for k in range(2):\n    if i < 3:\n        out[i] = doubled(i)\n    out[i] += 1", 2),
    ],
)
def test_a_warp_diverges_where_its_lanes_go_both_ways(body: str, times: int) -> None:
    trace = launched(body)

    found = divergences(trace)

    assert len(found) == times
    assert trace.counters is not None
    assert trace.counters.divergent_branches == times  # as the emulator counts while it runs


def test_a_divergence_names_the_header_and_the_first_step_of_a_side() -> None:
    trace = launched("if i < 8:\n    out[i] = 1\nelse:\n    out[i] = 2", threads=32)

    found = divergences(trace)

    assert trace.steps is not None
    assert [line_of(trace, step) for step in (found.header[0], found.side[0])] == [14, 15]
    assert trace.steps.mask[found.side[0]] == 0xFF


def test_the_only_divergence_of_a_guard_is_in_the_warp_at_the_edge() -> None:
    found = finder(vector_add(1000, 256)).divergences

    # 32 warps take 3 steps each; 1000 = 31 * 32 + 8, so the last warp is the one that parts
    assert rows(found) == [(96, 1)]


def test_what_many_warps_do_in_one_round_is_one_moment() -> None:
    found = finder(launched("if i % 2 == 0:\n    out[i] = 1", threads=128)).divergences

    # rounds of 4 warps: line 13, line 14, then line 15 with half the lanes
    assert rows(found) == [(2 * 4 + 1, 4)]


def test_a_barrier_is_met_by_all_but_one_and_then_by_all() -> None:
    three_warps = [(0, warp, statement) for warp in range(3) for statement in range(3)]

    found = finder(warps_of(three_warps, barriers=[1], threads=96)).barriers

    # the barrier is each warp's second step: moments 4, 5 and 6
    assert rows(found) == [(5, 1), (6, 1)]


def test_a_barrier_of_one_warp_is_one_moment() -> None:
    found = finder(warps_of([(0, 0, 0), (0, 0, 1)], barriers=[1], threads=32)).barriers

    assert rows(found) == [(2, 1)]


def test_each_time_that_a_barrier_is_passed_is_found() -> None:
    found = finder(launched("for k in range(2):\n    cuda.syncthreads()")).barriers

    # 2 warps: line 13, header, barrier in moments 5 and 6, header, barrier in moments 9 and 10
    assert rows(found) == [(5, 1), (6, 1), (9, 1), (10, 1)]


def test_a_hazard_is_found_where_it_happens() -> None:
    trace = launched("out[i + 1] = 1")

    found = finder(trace).hazards

    # thread 63 is in warp 1: its second step is the fourth of all
    assert rows(found) == [(4, 1)]


def test_each_round_that_executes_a_line_is_found() -> None:
    found = finder(launched("for k in range(2):\n    out[i] += k")).of_lines([15])

    # 2 warps: lines 13, 14, 15, 14, 15, 14
    assert rows(found) == [(5, 2), (9, 2)]


def test_the_steps_of_a_warp_are_its_own() -> None:
    trace = vector_add(64, 64)

    found = finder(trace).of_warp(0, 1)

    assert found.moment.tolist() == [2, 4, 6]


def test_a_warp_of_a_block_that_is_not_followed_has_no_moments() -> None:
    assert len(finder(vector_add(100_000, followed=(0,))).of_warp(3, 0)) == 0


@pytest.mark.parametrize(
    ("moment", "before", "after"), [(0, None, 0), (5, None, 1), (7, 0, 1), (9, 0, None)]
)
def test_the_next_and_the_previous_are_never_the_present_one(
    moment: int, before: int | None, after: int | None
) -> None:
    two = np.array([5, 9])
    found = Moments(two, two - 1, np.ones(2, np.int64))

    assert (found.before(moment), found.after(moment)) == (before, after)


def test_without_steps_nothing_diverges() -> None:
    assert len(divergences(without_steps(vector_add()))) == 0
