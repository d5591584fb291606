"""Threads without an element leave before the barrier."""

import numpy as np
from numba import cuda, float32

EXPECTED = [
    {
        "kind": "barrier-divergence",
        "space": None,
        "array": None,
        "index": (),
        "line": "here",
        "block": (1, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (1, 0, 0),
        "other_thread": (8, 0, 0),
        "count": 1,
    }
]


@cuda.jit
def copy(x, out):
    s = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i >= x.size:
        return
    s[t] = x[i]
    cuda.syncthreads()  # <- here
    out[i] = s[t]


copy[2, 32](np.ones(40, np.float32), np.zeros(40, np.float32))
