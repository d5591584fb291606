"""Larger launches on devices of every size: nothing becomes faster, and nothing jumps."""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import replace

import pytest

from gpuviz.device import find_device
from gpuviz.model.predict import predict
from gpuviz.trace import Prediction
from tests.helpers.launches import emulated

SIZES: dict[str, tuple[tuple[int, ...], ...]] = {
    "vector_add": tuple((2**power,) for power in range(10, 20)),
    "saxpy": tuple((2**power,) for power in range(10, 20)),
    "histogram": tuple((2**power,) for power in range(10, 19)),
    "sum_shared": tuple((2**power,) for power in range(10, 18)),
    "transpose_naive": tuple((side, side) for side in (32, 64, 128, 192, 256, 384, 512)),
    "transpose_padded": tuple((side, side) for side in (32, 64, 128, 192, 256, 384, 512)),
    "matmul_naive": tuple((side, side, side) for side in (32, 64, 96, 128, 160, 192)),
    "matmul_tiled": tuple((side, side, side) for side in (32, 64, 96, 128, 160, 192)),
}
T4, H200 = find_device("t4"), find_device("h200_sxm")
DEVICES = {
    "t4": T4,
    "h200": H200,
    "one SM": replace(T4, sm_count=1),
    "L2 of 64 KiB": replace(T4, sm_count=4, l2_bytes=64 * 1024),
    "L2 of 256 KiB": replace(T4, sm_count=4, l2_bytes=256 * 1024),
}
JUMP = 1.6  # times as much as there is more to do: a cache that no longer holds the arrays


@functools.cache
def predictions(name: str, device: str) -> list[Prediction]:
    return [predict(emulated(name, size), DEVICES[device], 0, 0).prediction for size in SIZES[name]]


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", SIZES)
def test_a_larger_launch_takes_longer_and_moves_more(name: str, device: str) -> None:
    found = predictions(name, device)

    for smaller, larger in itertools.pairwise(found):
        assert larger.kernel_s >= smaller.kernel_s * (1 - 1e-3)
        assert larger.dram_bytes >= smaller.dram_bytes
        assert larger.l2_bytes >= smaller.l2_bytes


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", SIZES)
def test_time_grows_with_the_work_without_a_jump(name: str, device: str) -> None:
    found = [prediction.kernel_s for prediction in predictions(name, device)]
    work = [math.prod(size) for size in SIZES[name]]

    for row in range(1, len(found)):
        assert found[row] / found[row - 1] < JUMP * work[row] / work[row - 1]


@pytest.mark.parametrize("name", SIZES)
def test_more_of_l2_never_lets_more_pass_nor_slows(name: str) -> None:
    trace = emulated(name, SIZES[name][-1])
    found = [
        predict(trace, replace(T4, l2_bytes=2**power), 0, 0).prediction for power in range(15, 25)
    ]

    for less, more in itertools.pairwise(found):
        assert more.dram_bytes <= less.dram_bytes * (1 + 1e-9)
        assert more.kernel_s <= less.kernel_s * (1 + 1e-3)
