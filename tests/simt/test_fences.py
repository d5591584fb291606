"""Kernels that order their threads by syncwarp, by the grid's sync, and by fences with atomics.

Each right one has twins with a mistake: nothing is said of the one, the other's lines are named.
"""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, run

SCHEDULES = ["lockstep", "warps"]
BLOCKS, THREADS = 6, 64

LAST_BLOCK = """
def kernel(x, parts, counter, out):
    last = cuda.shared.array(1, np.int32)
    t = cuda.threadIdx.x
    if t == 0:
        total = 0
        for k in range(64):
            total += x[cuda.blockIdx.x * 64 + k]
        parts[cuda.blockIdx.x] = total
        FENCE
        ticket = cuda.atomic.add(counter, 0, 1)
        last[0] = ticket == cuda.gridDim.x - 1
    cuda.syncthreads()
    if last[0] and t == 0:
        for b in range(cuda.gridDim.x):
            out[0] += parts[b]
        counter[0] = 0
"""
EVERYBODY_WRITES = """
def kernel(x, parts, counter, out):
    last = cuda.shared.array(1, np.int32)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    parts[i] = 2 * x[i]
    BEFORE
    if t == 0:
        FENCE
        ticket = cuda.atomic.add(counter, 0, 1)
        last[0] = ticket == cuda.gridDim.x - 1
    cuda.syncthreads()
    if last[0]:
        for k in range(t, x.size, 64):
            cuda.atomic.add(out, 0, parts[k])
"""
LOCK = """
def kernel(x, parts, counter, out):
    if cuda.threadIdx.x % 32 == 0:
        while cuda.atomic.cas(counter, 0, 0, 1) != 0:
            pass
        cuda.threadfence()
        out[0] += 1
        FENCE
        cuda.atomic.exch(counter, 0, 0)
"""
CHAIN = """
def kernel(x, parts, counter, out):
    t, b = cuda.threadIdx.x, cuda.blockIdx.x
    if t == 0 and b > 0:
        while cuda.atomic.add(counter, b - 1, 0) == 0:
            pass
    cuda.syncthreads()
    if t == 40:
        parts[b] = b if b == 0 else parts[b - 1] + b
    cuda.syncthreads()
    if t == 0:
        FENCE
        cuda.atomic.add(counter, b, 1)
"""
BETWEEN_WARPS = """
def kernel(x, parts, counter, out):
    s = cuda.shared.array(2, np.int32)
    t = cuda.threadIdx.x
    if t == 0:
        s[0] = 0
    cuda.syncthreads()
    if t == 40:
        s[1] = 7
        FENCE
        cuda.atomic.exch(s, 0, 1)
    if t == 3:
        while cuda.atomic.cas(s, 0, 5, 5) == 0:
            pass
        out[cuda.blockIdx.x] = s[1]
"""
WARP_TAIL = """
def kernel(x, parts, counter, out):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    if t < 32:
        mine = s[t] + s[t + 32]
        k = 16
        while k > 0:
            FIRST
            s[t] = mine
            SECOND
            mine += s[t + k]
            k //= 2
        if t == 0:
            out[cuda.blockIdx.x] = mine
"""
HALVES = """
def kernel(x, parts, counter, out):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = t
    if t % 32 < 16:
        cuda.syncwarp(0xFFFF)
        x[cuda.grid(1)] = s[t ^ READ]
    else:
        cuda.syncwarp(0xFFFF0000)
        x[cuda.grid(1)] = s[t ^ READ]
"""
GRID = """
def kernel(x, parts, counter, out):
    i, size = cuda.grid(1), cuda.gridsize(1)
    grid = cuda.cg.this_grid()
    s = cuda.shared.array(64, np.int64)
    s[cuda.threadIdx.x] = i
    parts[i] = i
    SYNC
    x[i] = parts[size - 1 - i] + s[63 - cuda.threadIdx.x]
"""

RIGHT = {
    "the last block": (LAST_BLOCK, {"FENCE": "cuda.threadfence()"}),
    "the last block of a system": (LAST_BLOCK, {"FENCE": "cuda.threadfence_system()"}),
    "all write, one fences": (
        EVERYBODY_WRITES,
        {"BEFORE": "cuda.syncthreads()", "FENCE": "cuda.threadfence()"},
    ),
    "all write and fence": (
        EVERYBODY_WRITES,
        {"BEFORE": "cuda.threadfence(); cuda.syncthreads()", "FENCE": "pass"},
    ),
    "a lock": (LOCK, {"FENCE": "cuda.threadfence()"}),
    "a chain of flags": (CHAIN, {"FENCE": "cuda.threadfence()"}),
    "a flag in shared memory": (BETWEEN_WARPS, {"FENCE": "cuda.threadfence_block()"}),
    "the tail of a sum in a warp": (
        WARP_TAIL,
        {"FIRST": "cuda.syncwarp()", "SECOND": "cuda.syncwarp()"},
    ),
    "halves of warps": (HALVES, {"READ": "15"}),
    "the whole grid": (GRID, {"SYNC": "grid.sync()"}),
}
WRONG = {
    "the last block without a fence": (LAST_BLOCK, {"FENCE": "pass"}, {(8, 15), (10, 16)}),
    "a fence for the block alone": (
        LAST_BLOCK,
        {"FENCE": "cuda.threadfence_block()"},
        {(8, 15), (10, 16)},
    ),
    "all write, and do not meet": (
        EVERYBODY_WRITES,
        {"BEFORE": "cuda.threadfence()", "FENCE": "cuda.threadfence()"},
        {(4, 13)},
    ),
    "all write, nobody fences": (
        EVERYBODY_WRITES,
        {"BEFORE": "cuda.syncthreads()", "FENCE": "pass"},
        {(4, 13)},
    ),
    "a lock that is given back without a fence": (LOCK, {"FENCE": "pass"}, {(6, 6)}),
    "a chain of flags without fences": (CHAIN, {"FENCE": "pass"}, {(8, 8)}),
    "a flag in shared memory without a fence": (BETWEEN_WARPS, {"FENCE": "pass"}, {(8, 14)}),
    "a tail without the first syncwarp": (
        WARP_TAIL,
        {"FIRST": "pass", "SECOND": "cuda.syncwarp()"},
        {(11, 13)},
    ),
    "a tail without the second syncwarp": (
        WARP_TAIL,
        {"FIRST": "cuda.syncwarp()", "SECOND": "pass"},
        {(11, 13)},
    ),
    "one half reads from the other": (HALVES, {"READ": "16"}, {(4, 7), (4, 10)}),
    "a barrier of the block for the whole grid": (
        GRID,
        {"SYNC": "cuda.syncthreads()"},
        {(6, 8)},
    ),
}


def found(text: str, parts: dict[str, str], schedule: str) -> tuple[set[tuple[int, int]], str]:
    """The pairs of lines of all races, and all sentences."""
    for name, line in parts.items():
        text = text.replace(name, line)
    size = BLOCKS * THREADS
    arguments = {
        "x": np.arange(size),
        "parts": np.zeros(size, np.int64),
        "counter": np.zeros(BLOCKS, np.int32),
        "out": np.zeros(BLOCKS, np.int64),
    }

    options = ExecutionOptions(schedule=schedule)
    hazards = run(text, config(BLOCKS, THREADS), arguments, options).trace.hazards

    assert {hazard.kind for hazard in hazards} <= {"race"}
    sentences = "\n".join(hazard.message.text for hazard in hazards)
    return {(h.line, h.other_line) for h in hazards if h.other_line is not None}, sentences


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(("text", "parts"), RIGHT.values(), ids=RIGHT)
def test_what_a_fence_a_syncwarp_or_the_grid_orders_is_no_race(
    text: str, parts: dict[str, str], schedule: str
) -> None:
    assert found(text, parts, schedule) == (set(), "")


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(("text", "parts", "lines"), WRONG.values(), ids=WRONG)
def test_without_it_the_lines_of_the_race_are_named(
    text: str, parts: dict[str, str], lines: set[tuple[int, int]], schedule: str
) -> None:
    assert found(text, parts, schedule)[0] == lines


def test_a_missing_fence_is_named_as_the_repair() -> None:
    _, sentences = found(LAST_BLOCK, {"FENCE": "pass"}, "lockstep")

    assert "cuda.threadfence() between the write and that operation" in sentences


def test_a_missing_syncwarp_is_named_as_the_repair() -> None:
    _, sentences = found(WARP_TAIL, {"FIRST": "cuda.syncwarp()", "SECOND": "pass"}, "lockstep")

    assert "cuda.syncwarp() if only threads of one warp share an element" in sentences
    assert "cuda.threadfence()" not in sentences
