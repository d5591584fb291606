"""Bins in shared memory that are counted in without being cleared."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "shared",
        "array": "mine",
        "index": (0,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
    }
]


@cuda.jit
def histogram(values, bins):
    mine = cuda.shared.array(8, int32)
    t = cuda.threadIdx.x
    cuda.atomic.add(mine, values[t], 1)  # <- here
    cuda.syncthreads()
    if t < 8:
        cuda.atomic.add(bins, t, mine[t])


histogram[1, 32](np.arange(32) % 8, np.zeros(8, np.int32))
