"""What threads touch in a launch, against the kernels' own arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.insight.thread_touches import Threads, TouchedArray, touched_arrays
from gpuviz.trace import Trace
from tests.helpers.traces import matmul_tiled, vector_add, without_steps
from tests.simt.kernels import config, run

N, TILE = 16, 8


def by_name(trace: Trace, who: Threads) -> dict[str, TouchedArray]:
    touched = touched_arrays(trace, who)
    assert touched is not None
    return {trace.arrays[one.array].name: one for one in touched}


def test_a_thread_of_a_sum_reads_two_elements_and_writes_one() -> None:
    touched = by_name(vector_add(), Threads(3, 17, 18))

    assert [touched[name].read.tolist() for name in "abc"] == [[785], [785], []]
    assert [touched[name].written.tolist() for name in "abc"] == [[], [], [785]]


def test_threads_behind_the_guard_touch_nothing() -> None:
    assert touched_arrays(vector_add(), Threads(3, 250, 256)) == ()


def test_a_block_of_a_product_reads_a_band_of_rows_and_a_band_of_columns() -> None:
    touched = by_name(matmul_tiled(N, TILE), Threads(1, 0, TILE * TILE))
    numbers = np.arange(N * N).reshape(N, N)

    assert touched["A"].read.tolist() == numbers[:TILE].ravel().tolist()
    assert touched["B"].read.tolist() == numbers[:, TILE:].ravel().tolist()
    assert touched["C"].written.tolist() == numbers[:TILE, TILE:].ravel().tolist()


def test_a_warp_of_a_product_writes_its_four_rows_of_the_tile() -> None:
    touched = by_name(matmul_tiled(N, TILE), Threads(0, 32, 64))

    numbers = np.arange(N * N).reshape(N, N)
    assert touched["C"].written.tolist() == numbers[4:8, :8].ravel().tolist()


def test_an_atomic_reads_and_writes() -> None:
    text = """
def kernel(total):
    cuda.atomic.add(total, 0, 1)
"""
    trace = run(text, config(1, 4), {"total": np.zeros(2, np.int32)}).trace

    touched = by_name(trace, Threads(0, 0, 4))["total"]

    assert touched.read.tolist() == touched.written.tolist() == [0]


@pytest.mark.parametrize("trace", [vector_add(1024, followed=(0,)), without_steps(vector_add())])
def test_of_a_block_that_was_not_followed_nothing_is_known(trace: Trace) -> None:
    assert touched_arrays(trace, Threads(2, 0, 1)) is None
