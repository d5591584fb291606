"""Races of shared memory that are looked for at barriers are those that are found at once."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.launch import LaunchConfig
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.simt.races.postponed import MOST_POSTPONED
from gpuviz.trace.trace import Hazard
from tests.simt.kernels import config, run
from tests.simt.race_kernels import CASES

ATOMICS = """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    cuda.atomic.add(s, t // 2, 1)
    x[cuda.grid(1)] = s[63 - t]
"""
TWO_ARRAYS = """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    q = cuda.shared.array(64, np.int32)
    t = cuda.threadIdx.x
    s[t], q[t // 2] = t, t
    s[63 - t] += q[t] + x[t % 2]
    x[cuda.grid(1)] += s[t]
"""
ONE_ARRAY_AS_TWO = """
def kernel(x):
    s = cuda.shared.array(0, np.int64)
    q = cuda.shared.array(0, np.int8)
    t = cuda.threadIdx.x
    s[t] = t
    if cuda.blockIdx.x == 1:
        x[cuda.grid(1)] = q[7 + t * 8] + q[4]
"""
KERNELS = [
    *(case.kernel for case in CASES.values()),
    ATOMICS,
    TWO_ARRAYS,
    ONE_ARRAY_AS_TWO,
]


def hazards(kernel: str, schedule: str) -> tuple[Hazard, ...]:
    launch = config(3, 64)
    if "array(0" in kernel:
        launch = LaunchConfig(launch.grid, launch.block, 64 * 8)
    arguments = {"x": np.zeros(192, np.int64)}
    return run(kernel, launch, arguments, ExecutionOptions(schedule=schedule)).trace.hazards


@pytest.mark.many
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("most", [5, MOST_POSTPONED])
def test_a_race_is_the_same_whether_it_is_looked_for_at_once_or_at_the_barrier(
    kernel: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpuviz.simt.races.detector.MOST_POSTPONED", most)
    found = hazards(kernel, "warps")
    monkeypatch.setattr("gpuviz.simt.races.detector.MOST_POSTPONED", 1)

    at_once = hazards(kernel, "warps")

    assert found == at_once
    assert found


def test_what_a_barrier_orders_is_not_kept() -> None:
    kernel = """
    def kernel(x):
        s = cuda.shared.array(64, np.int64)
        t = cuda.threadIdx.x
        for k in range(3):
            s[t] = k
            cuda.syncthreads()
            x[cuda.grid(1)] += s[63 - t]
            cuda.syncthreads()
    """

    assert not hazards(kernel, "warps")
