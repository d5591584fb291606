"""Threads that are done leave the loop, and with it the barrier."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "barrier-divergence",
        "space": None,
        "array": None,
        "index": (),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (8, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (0, 0, 0),
    }
]


@cuda.jit
def leave(out):
    t = cuda.threadIdx.x
    for k in range(4):
        if k == t // 8:
            break
        cuda.syncthreads()  # <- here
    out[t] = k


leave[1, 32](np.zeros(32, np.int64))
