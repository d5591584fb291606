"""The barrier stands inside the guard against the end of the data."""

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
def turn(x, out):
    s = cuda.shared.array(32, float32)
    i = cuda.grid(1)
    if i < x.size:
        s[cuda.threadIdx.x] = x[i]
        cuda.syncthreads()  # <- here
        out[i] = s[cuda.threadIdx.x]


turn[2, 32](np.ones(40, np.float32), np.zeros(40, np.float32))
