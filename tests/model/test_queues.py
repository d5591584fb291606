"""Atomic operations in line before a slice of L2: against counts made with NumPy."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.model.work import LaunchWork, launch_work
from tests.helpers.launches import emulated
from tests.simt.kernels import config, run

ADD = """
def kernel(where, bins):
    i = cuda.grid(1)
    cuda.atomic.add(bins, where[i], 1)
"""

ADD_SHARED = """
def kernel(where, out):
    bins = cuda.shared.array(64, np.int32)
    i = cuda.grid(1)
    bins[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    cuda.atomic.add(bins, where[i], 1)
    cuda.syncthreads()
    out[i] = bins[cuda.threadIdx.x]
"""


def added(where: np.ndarray[tuple[int], np.dtype[np.int64]], bins: int) -> LaunchWork:
    arguments = {"where": where, "bins": np.zeros(bins, np.int32)}
    return launch_work(run(ADD, config(len(where) // 64, 64), arguments).trace, find_device("t4"))


def passes(where: np.ndarray[tuple[int], np.dtype[np.int64]]) -> int:
    """By warps and sectors of eight bins, through the slice of 128 bins that has most of them."""
    slices = dict[int, int]()
    for warp in where.reshape(-1, 32).tolist():
        for sector in {bin // 8 for bin in warp}:
            most = max(Counter(bin for bin in warp if bin // 8 == sector).values())
            slices[sector // 16] = slices.get(sector // 16, 0) + most
    return max(slices.values())


@pytest.mark.parametrize("bins", [1, 7, 64, 256, 1000])
def test_where_every_access_is_known_the_longest_queue_is_exact(bins: int) -> None:
    where = np.random.default_rng(1).integers(0, bins, 256)

    assert added(where, bins).longest_queue == passes(where)


@pytest.mark.parametrize("bins", [64, 256])
def test_what_few_blocks_do_is_taken_to_be_what_all_do(bins: int) -> None:
    where = np.random.default_rng(2).integers(0, bins, 1 << 14)

    assert added(where, bins).longest_queue == pytest.approx(passes(where), rel=0.3)


def test_a_value_that_half_the_threads_have_makes_a_queue_of_half_of_them() -> None:
    rng = np.random.default_rng(3)
    where = np.where(rng.random(1 << 14) < 0.5, 0, rng.integers(0, 4096, 1 << 14))

    assert added(where, 4096).longest_queue == pytest.approx(np.bincount(where).max(), rel=0.2)


def test_neighbouring_bins_of_a_warp_share_a_pass() -> None:
    where = np.arange(64)

    assert added(where, 64).longest_queue == 64 / 8


def test_blocks_that_add_to_places_of_their_own_do_not_queue_with_each_other() -> None:
    where = np.arange(1 << 12) // 64 * 128  # one slice for each block

    assert added(where, 1 << 13).longest_queue == pytest.approx(64, rel=0.25)


def test_atomic_operations_on_one_address_move_one_sector_a_warp() -> None:
    trace = emulated("sum_atomic", (1024,))
    work = launch_work(trace, find_device("t4"))

    assert work.l1_bytes.sum() == 4 * 1024 + 32 * 32


@pytest.mark.parametrize(("step", "turns"), [(0, 32), (1, 1), (2, 2), (32, 32)])
def test_lanes_that_add_in_one_bank_of_shared_memory_take_turns(step: int, turns: int) -> None:
    where = np.tile(np.arange(32) * step % 64, 2)
    trace = run(ADD_SHARED, config(1, 64), {"where": where, "out": np.zeros(64, np.int32)}).trace
    work = launch_work(trace, find_device("t4"))

    assert work.shared_wavefronts.sum(axis=0).tolist() == [2 * (1 + turns + 1)]
    assert work.atomics.sum(axis=0).tolist() == [0]
