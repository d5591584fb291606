"""Shared memory: every block has its own, whether the blocks do the same in it or not."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.launch import Dim3
from gpuviz.simt.execute import Execution
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.memory.arrays import SharedArray
from tests.simt.kernels import config, run

BLOCKS, LANES, SIZE = 3, 64, 70

WRITTEN = """
def kernel(out):
    s = cuda.shared.array(32, np.int64)
    t = cuda.threadIdx.x
    b = cuda.blockIdx.x
    if t < 16:
        s[t] = t
    {then}
    cuda.syncthreads()
    out[cuda.grid(1)] = s[t]
"""


def unwritten(then: str) -> Execution:
    return run(WRITTEN.format(then=then), config(3, 32), {"out": np.zeros(96, np.int64)})


@pytest.mark.parametrize(
    ("then", "count", "block", "thread"),
    [
        ("pass", 48, 0, 16),
        ("s[16 + t // 4] = 1", 24, 0, 24),
        ("s[t] = t if b == 1 else t", 0, 0, 0),
        ("if b == 1: s[t] = 7", 32, 0, 16),
        ("if b == 0: s[16] = 7", 47, 0, 17),
        ("if b > 0: s[31 - t] = 7", 16, 0, 16),
        ("s[31 - b] = 7", 45, 0, 16),
    ],
)
def test_what_one_block_writes_is_not_written_in_the_others(
    then: str, count: int, block: int, thread: int
) -> None:
    hazards = [h for h in unwritten(then).trace.hazards if h.kind == "uninitialized"]

    assert sum(hazard.count for hazard in hazards) == count
    if count:
        assert (hazards[0].block, hazards[0].thread) == (Dim3(block, 0, 0), Dim3(thread, 0, 0))


def test_an_atomic_on_what_only_its_block_has_not_written_is_found() -> None:
    done = unwritten("if b != 1: s[20] = 5\n    cuda.syncthreads()\n    cuda.atomic.add(s, 20, 1)")

    (atomic,) = [h for h in done.trace.hazards if h.kind == "uninitialized" and h.index == (20,)]
    assert (atomic.count, atomic.block) == (1, Dim3(1, 0, 0))
    assert done.arrays["out"].reshape(3, 32)[:, 20].tolist() == [37, 32, 37]


@pytest.mark.parametrize("first", [0, 3, SIZE - LANES])
@pytest.mark.parametrize("step", [1, -1, 0])
@pytest.mark.parametrize("active", [1, 40, LANES])
@pytest.mark.parametrize("rows", [1, BLOCKS])
def test_elements_are_written_and_read_as_numpy_does(
    first: int, step: int, active: int, rows: int
) -> None:
    start = first if step >= 0 else SIZE - 1 - first
    flat = np.broadcast_to(start + step * np.arange(LANES), (rows, LANES))
    lanes = np.arange(LANES)[None, :] < active
    values = np.arange(BLOCKS * LANES).reshape(BLOCKS, LANES)
    data = np.full((BLOCKS, SIZE), -1)
    array = SharedArray("s", 0, data.copy(), data < 0, (SIZE,), (1,), 0)

    array.scatter(flat, values, Mask(lanes, BLOCKS))

    for block in range(BLOCKS):
        for lane in range(active):
            data[block, flat[0, lane]] = values[block, lane]
    assert np.array_equal(array.data, data)
    assert np.array_equal(array.fresh, data < 0)
    assert np.array_equal(array.gather(flat), data[:, flat[0]])


def test_what_was_read_stays_when_the_element_is_written_later() -> None:
    array = SharedArray("s", 0, np.zeros((2, 32)), np.ones((1, 32), np.bool_), (32,), (1,), 0)
    flat, every = np.arange(32)[None, :], Mask(np.ones((1, 32), np.bool_), 2)

    before = array.gather(flat)
    array.scatter(flat, np.ones((2, 32)), every)

    assert not before.any()
