"""What launches ask of a device: against figures worked out by hand."""

from __future__ import annotations

import pytest

from gpuviz.device import find_device
from gpuviz.model.mix import CompiledMix, LineMix
from gpuviz.model.work import LaunchWork, launch_work
from tests.helpers.launches import emulated

DEVICES = ("t4", "rtx4090", "h200_sxm")


def work_of(name: str, size: tuple[int, ...] = (), device: str = "t4") -> LaunchWork:
    return launch_work(emulated(name, size), find_device(device))


def test_vector_add_moves_twelve_bytes_an_element_at_every_level() -> None:
    work = work_of("vector_add", (1000,))

    assert work.l1_bytes.sum(axis=0).tolist() == [
        3072,
        3072,
        3072,
        2784,
    ]  # 232 elements, 29 sectors each
    assert work.l2_bytes.sum(axis=0).tolist() == pytest.approx(work.l1_bytes.sum(axis=0).tolist())
    assert work.dram_bytes.sum() == pytest.approx(12 * 1000)


def test_vector_add_adds_once_in_every_lane_of_32_warps() -> None:
    work = work_of("vector_add", (1000,))

    assert work.flops == 1000
    assert (
        work.fp32.sum() == 1024
    )  # the last warp has 8 elements, but all its lanes take their turn
    assert work.fp64.sum() == work.sfu.sum() == work.shared_wavefronts.sum() == 0


def test_compiled_instructions_replace_the_usual_ones() -> None:
    trace = emulated("vector_add", (1000,))
    line = next(s.line for s in trace.statements if s.operations.float32)

    work = launch_work(trace, find_device("t4"), CompiledMix({line: LineMix(10, 4, 1, 0.5, 0.25)}))

    assert work.fp32.sum() == 32 * 32
    assert work.fp64.sum() == 32 * 32 * 0.5
    assert work.sfu.sum() == 32 * 32 * 0.25


def test_all_atomic_operations_on_one_address_stand_in_one_line() -> None:
    work = work_of("sum_atomic", (1000,))

    assert work.atomics.sum(axis=0).tolist() == [256, 256, 256, 232]
    assert work.longest_queue == 1000
