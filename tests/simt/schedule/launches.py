"""What the tests of schedules launch: text kernels, and a reduction with and without barriers."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.simt.execute import Execution, ExecutionOptions
from tests.simt.kernels import config, run

REDUCTION = """
def kernel(a, out):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    n = 32
    while n > 0:
        if t < n:
            s[t] += s[t + n]
        {barrier}
        n //= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]
"""
RIGHT = REDUCTION.format(barrier="cuda.syncthreads()")
WRONG = REDUCTION.format(barrier="pass")
SUMS = np.arange(192).reshape(3, 64).sum(axis=1).tolist()


def launch(text: str, blocks: int, threads: int, schedule: str, **arguments: Any) -> Execution:
    return run(text, config(blocks, threads), arguments, ExecutionOptions(schedule))


def reduction(text: str, schedule: str) -> Execution:
    return launch(text, 3, 64, schedule, a=np.arange(192), out=np.zeros(3, np.int64))
