"""The adversarial schedule shows what a race can do, and keeps the order in which it did."""

from __future__ import annotations

import numpy as np
import pytest

from tests.simt.schedule.launches import SUMS, WRONG, launch, reduction


def test_a_missing_barrier_shows_in_the_adversarial_schedule() -> None:
    calm, adverse = reduction(WRONG, "lockstep"), reduction(WRONG, "adversarial")

    assert calm.arrays["out"].tolist() == SUMS
    assert adverse.arrays["out"].tolist() != SUMS
    found = [
        [(h.kind, h.line, h.other_line, h.thread, h.other_thread, h.count) for h in trace.hazards]
        for trace in (adverse.trace, calm.trace)
    ]
    assert found[0] == found[1] != []
    assert adverse.trace.counters == calm.trace.counters
    assert [note.code for note in adverse.trace.notes] == ["race.order"]


def test_the_order_that_fails_is_kept_step_by_step() -> None:
    done = reduction(WRONG, "adversarial")
    trace = done.trace
    assert trace.steps is not None
    race = trace.hazards[0]
    lane = trace.config.block.linear(race.thread) % 32
    first_block = trace.steps.block == 0
    lines = np.array([statement.line for statement in trace.statements])[trace.steps.statement]
    alone = first_block & (trace.steps.mask == 1 << lane)

    assert alone.any()  # the held thread takes its steps by itself
    last_of_others = np.flatnonzero(first_block & ~alone & (lines == race.other_line)).max()
    assert np.flatnonzero(alone)[-1] > last_of_others


def test_a_step_in_whose_middle_others_go_is_two_steps_of_the_record() -> None:
    done = launch("def kernel(out):\n    out[0] += 1", 1, 2, "adversarial", out=np.zeros(1, int))
    steps, accesses = done.trace.steps, done.trace.accesses
    assert steps is not None
    assert accesses is not None

    kinds = [
        [done.trace.sites[s].kind for s in accesses.site[accesses.step == k]] for k in range(3)
    ]

    assert steps.mask.tolist() == [1, 2, 1]
    assert kinds == [["read"], ["read", "write"], ["write"]]


LOST = {
    "between lanes": ("out[0] += 1", 1, 32, 32),
    "between warps": ("if cuda.threadIdx.x % 32 == 0:\n        out[0] += 1", 1, 128, 4),
    "between blocks": ("if cuda.threadIdx.x == 0:\n        out[0] += 1", 4, 32, 4),
}


@pytest.mark.parametrize("title", LOST)
def test_an_update_is_lost(title: str) -> None:
    lines, blocks, threads, right = LOST[title]

    done = launch(
        f"def kernel(out):\n    {lines}", blocks, threads, "adversarial", out=np.zeros(1, int)
    )

    assert done.arrays["out"][0] < right
    assert "race.order" in [note.code for note in done.trace.notes]


def test_lanes_that_write_one_element_come_in_another_order() -> None:
    text = "def kernel(out):\n    out[0] = cuda.threadIdx.x"

    assert launch(text, 1, 32, "lockstep", out=np.zeros(1, int)).arrays["out"][0] == 31
    assert launch(text, 1, 32, "adversarial", out=np.zeros(1, int)).arrays["out"][0] != 31


SAME_AT_FIRST = {
    "between warps": ("s[63 - t]", 64, ""),
    "between lanes": ("s[31 - t]", 32, ""),
    "beside a syncwarp of the others": (
        "s[31 - t]",
        32,
        "if t < 16:\n        cuda.syncwarp(65535)",
    ),
}


@pytest.mark.parametrize("title", SAME_AT_FIRST)
def test_a_race_shows_also_where_the_first_thread_writes_what_was_there(title: str) -> None:
    element, threads, between = SAME_AT_FIRST[title]
    text = f"""
def kernel(x):
    s = cuda.shared.array({threads}, np.int64)
    t = cuda.threadIdx.x
    s[t] = x[t]
    {between}
    x[t] = {element}
"""
    done = launch(text, 1, threads, "adversarial", x=np.arange(threads))

    assert done.arrays["x"].tolist() != list(range(threads))[::-1]
    assert "race.order" in [note.code for note in done.trace.notes]


def test_a_race_that_cannot_change_a_value_is_reported_without_an_order() -> None:
    done = launch(
        "def kernel(out):\n    out[0] = 7", 2, 32, "adversarial", out=np.zeros(1, np.int64)
    )

    assert [hazard.kind for hazard in done.trace.hazards] == ["race"]
    assert [note.code for note in done.trace.notes] == ["race.no-order"]
    assert done.arrays["out"][0] == 7


def test_a_lane_that_is_held_back_is_awaited_where_its_warp_meets() -> None:
    text = """
def kernel(out, sums):
    t = cuda.threadIdx.x
    out[0] = t
    cuda.syncwarp()
    sums[t] = cuda.shfl_xor_sync(0xffffffff, t, 16)
"""
    done = launch(text, 1, 32, "adversarial", out=np.zeros(1, int), sums=np.zeros(32, int))

    assert done.arrays["out"][0] != 31
    assert done.arrays["sums"].tolist() == [t ^ 16 for t in range(32)]
