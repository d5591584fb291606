"""The lower bound, against sums done by hand."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.model.lower_bound import LAUNCH_SECONDS, copied_bytes, lower_bound_times

T4 = find_device("t4")  # 40 SMs * 64 lanes * 2 * 1.59 GHz = 8.1408 TFLOP/s; 320.1 GB/s; PCIe 15.75


@pytest.mark.parametrize(
    ("flops", "bytes_moved", "seconds"),
    [
        (0, 320.1e9, 1.0),  # memory alone
        (8.1408e12, 0, 1.0),  # arithmetic alone
        (8.1408e12, 2 * 320.1e9, 2.0),  # the longer of both, not the sum
        (0, 0, 0.0),
    ],
)
def test_the_kernel_takes_the_longer_of_computing_and_moving_and_a_launch(
    flops: float, bytes_moved: float, seconds: float
) -> None:
    times = lower_bound_times(T4, flops, bytes_moved, 0, 0)

    assert times.kernel_s == pytest.approx(seconds + LAUNCH_SECONDS)


def test_copies_go_at_the_rate_of_pcie() -> None:
    times = lower_bound_times(T4, 1, 1, 15.75e9, 31.5e9)

    assert times.h2d_s == pytest.approx(1 + LAUNCH_SECONDS)
    assert times.d2h_s == pytest.approx(2 + LAUNCH_SECONDS)


def test_a_gpu_that_shares_its_memory_copies_nothing() -> None:
    shared = dataclasses.replace(T4, pcie_gbs=None)

    times = lower_bound_times(shared, 1, 1, 10**9, 10**9)

    assert (times.h2d_s, times.d2h_s) == (0, 0)


def test_it_says_what_it_is() -> None:
    times = lower_bound_times(T4, 1, 1, 1, 1)

    assert (times.source, times.note, times.band) == ("modelled", "lower bound", None)


def test_outputs_that_hold_something_before_the_launch_are_copied_both_ways() -> None:
    x, y = np.ones(100, np.float32), np.ones(50, np.float32)
    arguments = {"alpha": np.float32(2), "x": x, "y": y}

    assert copied_bytes(arguments, ("y",)) == (600, 200)
    assert copied_bytes({**arguments, "y": np.zeros_like(y)}, ("y",)) == (400, 200)
