"""What a launch used is free once its result is dropped; the garbage collector has no work."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from gpuviz.messages import Message
from gpuviz.simt import execute
from gpuviz.simt.execution.launch_state import LaunchState
from gpuviz.simt.schedule.launch import Launch
from gpuviz.simt.schedule.run import run as run_launch
from tests.simt.kernels import config, run

KERNELS = {
    "plain": """
def kernel(x):
    x[cuda.grid(1)] += 1
""",
    "shared": """
def kernel(x):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    x[cuda.grid(1)] = s[63 - t]
""",
    "loops and branches": """
def kernel(x):
    i = cuda.grid(1)
    for k in range(i % 5):
        if x[i] > k:
            x[i] -= k
        else:
            break
""",
}


@pytest.mark.parametrize("kernel", KERNELS)
def test_no_cycle_holds_a_launch(monkeypatch: pytest.MonkeyPatch, kernel: str) -> None:
    states: list[weakref.ref[LaunchState]] = []

    def noted(launch: Launch) -> tuple[str, tuple[Message, ...]]:
        states.append(weakref.ref(launch.launch_state))
        return run_launch(launch)

    monkeypatch.setattr(execute, "run_launch", noted)
    gc.disable()
    try:
        run(KERNELS[kernel], config(2, 64), {"x": np.zeros(128, np.int64)})
        assert [state() for state in states] == [None]
    finally:
        gc.enable()
