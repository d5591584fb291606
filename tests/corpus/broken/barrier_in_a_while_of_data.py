"""How often a thread comes to the barrier depends on its data."""

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
        "thread": (5, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (0, 0, 0),
        "count": 1,
    }
]


@cuda.jit
def countdown(x):
    t = cuda.threadIdx.x
    v = x[t]
    while v > 0:
        v -= 1
        cuda.syncthreads()  # <- here
    x[t] = v


x = np.full(32, 2)
x[5] = 3
countdown[1, 32](x)
