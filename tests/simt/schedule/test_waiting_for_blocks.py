"""Blocks and warps that wait for each other get on in every schedule, and their races are found."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import KernelFailed
from gpuviz.simt.execute import Execution, LaunchFailed
from gpuviz.simt.schedule import turns
from tests.simt.schedule.launches import launch

SCHEDULES = ("lockstep", "warps", "adversarial")

FLAG = """
def kernel(data, flag, out):
    if cuda.threadIdx.x == 0:
        if cuda.blockIdx.x == {producer}:
            data[0] = 7
            {fence}
            {set}
        elif cuda.blockIdx.x == {consumer}:
            while {get} == 0:
                pass
            {fence}
            out[0] = data[0]
"""
PLAIN = {"fence": "pass", "set": "flag[0] = 1", "get": "flag[0]"}
FENCED = {
    "fence": "cuda.threadfence()",
    "set": "cuda.atomic.exch(flag, 0, 1)",
    "get": "cuda.atomic.add(flag, 0, 0)",
}
GRID_BARRIER = """
def kernel(data, flag, out):
    b = cuda.blockIdx.x
    if cuda.threadIdx.x == 0:
        data[b] = b
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        {fence}
        cuda.atomic.add(flag, 0, 1)
        while {get} < cuda.gridDim.x:
            pass
        {fence}
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        out[b] = data[(b + 1) % cuda.gridDim.x]
"""
LAST_BLOCK = """
def kernel(data, flag, out):
    b = cuda.blockIdx.x
    if cuda.threadIdx.x == 0:
        data[b] = b + 1
        {fence}
        cuda.atomic.add(flag, 0, 1)
        if b == 0:
            while {get} < cuda.gridDim.x:
                pass
            {fence}
            total = 0
            for j in range(cuda.gridDim.x):
                total += data[j]
            out[0] = total
"""
TICKET = """
def kernel(data, flag, out):
    if cuda.threadIdx.x == 0:
        mine = cuda.atomic.add(flag, 0, 1)
        while cuda.atomic.add(flag, 1, 0) != mine:
            pass
        {fence}
        out[0] += 1
        {fence}
        cuda.atomic.add(flag, 1, 1)
"""
SHARED_FLAG = """
def kernel(data, flag, out):
    s = cuda.shared.array(2, np.int32)
    if cuda.threadIdx.x < 2:
        s[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    if cuda.threadIdx.x == {producer}:
        s[1] = 7
        s[0] = 1
    if cuda.threadIdx.x == {consumer}:
        while s[0] == 0:
            pass
        out[cuda.blockIdx.x] = s[1]
"""
CLEAN = {
    "a flag, the producer first": (FLAG.format(producer=0, consumer=1, **FENCED), 2, [7, 0]),
    "a flag, the consumer first": (FLAG.format(producer=1, consumer=0, **FENCED), 2, [7, 0]),
    "a flag of the last block": (FLAG.format(producer=39, consumer=0, **FENCED), 40, [7, 0]),
    "a barrier of the grid": (GRID_BARRIER.format(**FENCED), 4, [1, 2, 3, 0]),
    "the last block sums up": (LAST_BLOCK.format(**FENCED), 4, [10, 0]),
    "a lock by tickets": (TICKET.format(**FENCED), 4, [4, 0]),
}
RACY = {
    "a flag, the producer first": (FLAG.format(producer=0, consumer=1, **PLAIN), 2, [7, 0]),
    "a flag, the consumer first": (FLAG.format(producer=1, consumer=0, **PLAIN), 2, [7, 0]),
    "a flag between others": (FLAG.format(producer=20, consumer=3, **PLAIN), 40, [7, 0]),
    "a barrier of the grid": (GRID_BARRIER.format(**PLAIN), 4, [1, 2, 3, 0]),
    "the last block sums up": (LAST_BLOCK.format(**PLAIN), 4, [10, 0]),
    "a lock by tickets": (TICKET.format(**PLAIN), 4, [4, 0]),
    "a flag in shared memory": (SHARED_FLAG.format(producer=0, consumer=32), 2, [7, 7]),
    "the same, set by the second warp": (SHARED_FLAG.format(producer=32, consumer=0), 2, [7, 7]),
}


def run_with(text: str, blocks: int, schedule: str) -> Execution:
    arrays = {"data": np.zeros(64, int), "flag": np.zeros(2, np.int32), "out": np.zeros(64, int)}
    return launch(text, blocks, 64, schedule, **arrays)


def races(done: Execution) -> set[tuple[str | None, int, int | None]]:
    return {(h.array, h.line, h.other_line) for h in done.trace.hazards}


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("title", CLEAN)
def test_who_waits_in_order_gets_on_and_is_clean(title: str, schedule: str) -> None:
    text, blocks, wanted = CLEAN[title]

    done = run_with(text, blocks, schedule)

    assert done.arrays["out"][: len(wanted)].tolist() == wanted
    assert done.trace.hazards == ()


@pytest.mark.slow
@pytest.mark.parametrize("title", RACY)
def test_who_waits_without_order_gets_on_and_races_in_every_schedule(title: str) -> None:
    text, blocks, wanted = RACY[title]

    calm, turns, adverse = (run_with(text, blocks, schedule) for schedule in SCHEDULES)

    assert races(calm) == races(turns) == races(adverse) != set()
    for done in (calm, turns, adverse):
        assert done.arrays["out"][: len(wanted)].tolist() == wanted


def test_a_wait_that_counts_its_rounds_does_not_keep_a_held_thread_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "HELD_STEPS", 500)
    text = FLAG.format(producer=1, consumer=0, **PLAIN)
    text = text.replace(
        "while flag[0] == 0:", "n = 0\n            while flag[0] == 0 and n < 10**7:"
    )
    text = text.replace("                pass", "                n += 1")

    done = run_with(text, 2, "adversarial")

    assert done.arrays["out"][0] == 7
    assert len(done.trace.hazards) == 2


def test_an_order_in_which_the_launch_never_ends_is_told_and_its_races_stay() -> None:
    text = """
def kernel(data, flag, out):
    if cuda.threadIdx.x == 0:
        if cuda.blockIdx.x == 0:
            flag[0] = 0
            flag[1] = 1
        elif cuda.blockIdx.x == 1:
            flag[0] = 1
        else:
            while flag[1] == 0 or flag[0] == 0:
                pass
            out[0] = 1
"""

    done = run_with(text, 3, "adversarial")

    assert done.arrays["out"][0] == 1
    assert ("flag", 4, 7) in races(done)
    endless = [note.text for note in done.trace.notes if note.code == "race.order-endless"]
    assert endless
    assert "holds thread (0, 0, 0) of block (0, 0, 0) back before it writes flag" in endless[0]
    assert "No progress" in endless[0]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_blocks_that_wait_for_each_other_still_make_no_progress(schedule: str) -> None:
    text = """
def kernel(data, flag, out):
    if cuda.threadIdx.x == 0:
        while flag[1 - cuda.blockIdx.x] == 0:
            pass
        flag[cuda.blockIdx.x] = 1
"""

    with pytest.raises((LaunchFailed, KernelFailed), match="No progress") as failed:
        run_with(text, 2, schedule)

    assert "loop of line 3" in str(failed.value)
