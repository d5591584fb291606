"""Only the first lane of each warp comes to the barrier."""

import numpy as np
from numba import cuda, float64

EXPECTED = [
    {
        "kind": "barrier-divergence",
        "space": None,
        "array": None,
        "index": (),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (1, 0, 0),
    }
]


@cuda.jit
def leaders(x, out):
    sums = cuda.shared.array(2, float64)
    t = cuda.threadIdx.x
    if t % 32 == 0:
        sums[t // 32] = x[t]
        cuda.syncthreads()  # <- here
        out[t // 32] = sums[t // 32]


leaders[1, 64](np.ones(64), np.zeros(2))
