"""What passes L1 and L2: against caches that are walked access by access, and by hand."""

from __future__ import annotations

import itertools
from dataclasses import fields, replace

import numpy as np
import pytest

from gpuviz.device import Device, find_device
from gpuviz.model.caches import COLD, NOTHING_FOLLOWED, WARM
from gpuviz.model.residency import residency
from gpuviz.model.work import LaunchWork, launch_work
from gpuviz.operation import list_kernels
from gpuviz.trace import Trace
from tests.helpers.launches import emulated
from tests.model.walked_caches import Moved, walk
from tests.simt.kernels import config, run

KIB = 1024
T4 = find_device("t4")
REUSING = ("matmul_naive", "matmul_tiled", "transpose_naive", "neural_layer", "histogram")
STREAMING = ("vector_add", "saxpy", "matrix_add", "transpose_tiled", "sigmoid", "sum_shuffle")


def small(sm_count: int, l1_kib: int, l2_kib: int) -> Device:
    """A T4 with few SMs and little of both caches."""
    return replace(
        T4,
        sm_count=sm_count,
        unified_l1_kb=32 + l1_kib,
        shared_carveouts_kb=(32,),
        l2_bytes=l2_kib * KIB,
    )


def sectors(work: LaunchWork) -> Moved:
    sums = (work.l1_bytes.sum(), work.l2_bytes.sum(), work.dram_bytes.sum())
    return Moved(*(round(float(moved) / 32) for moved in sums))


@pytest.mark.many
@pytest.mark.parametrize(
    "device", [T4, small(4, 64, 48), small(1, 32, 24)], ids=["t4", "four", "one"]
)
@pytest.mark.parametrize("name", [*REUSING, *STREAMING])
def test_caches_let_pass_what_caches_let_pass_that_are_walked(name: str, device: Device) -> None:
    trace = emulated(name)
    walked = walk(trace, device, residency(trace, device))
    found = sectors(launch_work(trace, device))

    assert found.l1 == walked.l1
    assert found.l2 == pytest.approx(walked.l2, rel=0.02)
    assert found.dram == pytest.approx(walked.dram, rel=0.02)


@pytest.mark.slow
def test_bins_that_come_again_and_again_stay_in_an_l2_that_the_values_run_through() -> None:
    trace, device = emulated("histogram", (20_000,)), small(1, 32, 24)

    found = sectors(launch_work(trace, device))

    assert found.dram == pytest.approx(walk(trace, device, residency(trace, device)).dram, rel=0.02)


@pytest.mark.many
@pytest.mark.parametrize("name", ["matmul_naive", "matmul_tiled"])
@pytest.mark.parametrize("device", [small(2, 2, 24), small(1, 2, 8)], ids=["24 KiB", "8 KiB"])
def test_what_later_blocks_need_again_is_fetched_again_where_l2_is_too_small(
    name: str, device: Device
) -> None:
    trace = emulated(name)
    walked = walk(trace, device, residency(trace, device))

    assert walked.dram > 3 * 16 * KIB / 32  # more than the three matrices
    assert sectors(launch_work(trace, device)).dram == pytest.approx(walked.dram, rel=0.02)


def test_a_stride_of_two_moves_every_second_element_too() -> None:
    kernel = "def kernel(x, y):\n    i = cuda.grid(1)\n    y[i] = x[2 * i]"
    arguments = {"x": np.ones(1024, np.float32), "y": np.zeros(512, np.float32)}
    work = launch_work(run(kernel, config(2, 256), arguments).trace, T4)

    assert work.l1_bytes.sum(axis=0).tolist() == [2048 + 1024] * 2
    assert work.dram_bytes.sum() == 4096 + 2048


@pytest.mark.slow
def test_tiles_of_sixteen_are_read_a_sixteenth_as_often() -> None:
    n = 128
    naive, tiled = (
        sectors(launch_work(emulated(name, (n, n, n)), T4))
        for name in ("matmul_naive", "matmul_tiled")
    )
    matrix = n * n * 4 // 32

    assert tiled.l1 == 2 * matrix * n // 16 + matrix
    assert naive.l1 > 6 * tiled.l1
    assert naive.dram == tiled.dram == 3 * matrix


def test_a_transposed_store_asks_for_a_sector_an_element_and_dram_sees_each_once() -> None:
    found = sectors(launch_work(emulated("transpose_naive", (256, 256)), T4))
    matrix = 256 * 256 * 4 // 32

    assert found.l2 == 9 * matrix
    assert found.dram == 2 * matrix


def test_after_the_same_kernel_what_fits_into_l2_is_there() -> None:
    trace = emulated("vector_add", (4096,))
    warm = launch_work(trace, T4, l2_state="warm")

    assert warm.dram_bytes.sum() == 0
    assert warm.l2_bytes.sum() == 12 * 4096
    assert warm.latency_cycles.max() < launch_work(trace, T4).latency_cycles.max()
    assert WARM in warm.assumptions
    assert COLD not in warm.assumptions


def test_what_does_not_fit_into_l2_is_fetched_however_often_the_kernel_runs() -> None:
    trace, device = emulated("vector_add", (4096,)), small(4, 64, 16)

    assert launch_work(trace, device, l2_state="warm").dram_bytes.sum() == 12 * 4096


def test_without_accesses_every_byte_of_an_array_moves_once() -> None:
    trace = replace(emulated("matmul_tiled"), accesses=None, steps=None, followed=())
    work = launch_work(trace, T4)

    assert work.l2_bytes.sum() == work.l1_bytes.sum()
    assert work.dram_bytes.sum() == 3 * 64 * 64 * 4
    assert NOTHING_FOLLOWED in work.assumptions


def laws(trace: Trace, device: Device) -> None:
    work = launch_work(trace, device)
    columns = [getattr(work, field.name) for field in fields(work)]
    atomic = any(site.kind == "atomic" for site in trace.sites)
    for column in (column for column in columns if isinstance(column, np.ndarray)):
        assert column.shape == (len(work.stages), trace.config.blocks)
        assert np.isfinite(column).all()
        assert (column >= 0).all()
    assert np.isfinite(work.flops)
    assert 0 <= work.longest_queue <= work.atomics.sum()
    assert (work.l2_bytes <= work.l1_bytes * (1 + 1e-9)).all()
    assert (work.dram_bytes <= work.l2_bytes * ((2 if atomic else 1) + 1e-9)).all()
    assert all(message.text for message in work.assumptions)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "device"),
    list(
        itertools.product(
            [info.name for info in list_kernels()], ("t4", "gtx1060_6gb", "rtx4090", "h200_sxm")
        )
    ),
)
def test_every_level_moves_no_more_than_the_one_before(name: str, device: str) -> None:
    trace = emulated(name)

    laws(trace, find_device(device))
    laws(replace(trace, accesses=None, steps=None, followed=()), find_device(device))
    laws(replace(trace, warp_counters=None), find_device(device))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["vector_add", "sum_shared", "histogram", "sigmoid"])
def test_twice_the_blocks_ask_for_twice_as_much(name: str) -> None:
    one, two = (launch_work(emulated(name, (size,)), T4) for size in (1 << 12, 1 << 13))

    for column in ("warp_instructions", "int32", "l1_bytes", "l1_requests", "flops"):
        assert np.sum(getattr(two, column)) == pytest.approx(
            2 * np.sum(getattr(one, column)), rel=0.02
        )


@pytest.mark.slow
def test_what_comes_again_after_the_sample_has_ended_is_not_fetched_again() -> None:
    kernel = """
def kernel(x, y):
    total = 0.0
    for again in range(3):
        for k in range(x.size):
            total += x[k]
    y[cuda.grid(1)] = total
"""
    arguments = {"x": np.ones(4096), "y": np.zeros(32)}
    work = launch_work(run(kernel, config(1, 32), arguments).trace, T4)

    assert work.l1_bytes.sum() == 3 * 4096 * 32 + 256
    assert work.l2_bytes.sum() == work.dram_bytes.sum() == 4096 * 8 + 256  # x fits into L1
