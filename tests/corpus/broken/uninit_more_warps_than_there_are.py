"""A sum over 32 warps in a block that has two."""

import numpy as np
from numba import cuda, float32

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "shared",
        "array": "sums",
        "index": (2,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (2, 0, 0),
        "count": 30,
    }
]


@cuda.jit
def warps(x, out):
    sums = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    if t % 32 == 0:
        sums[t // 32] = x[t]
    cuda.syncthreads()
    if t < 32:
        out[t] = sums[t]  # <- here


warps[1, 64](np.ones(64, np.float32), np.zeros(32, np.float32))
