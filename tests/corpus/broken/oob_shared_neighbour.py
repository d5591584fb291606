"""A tile without room for the right neighbour of the last thread."""

import numpy as np
from numba import cuda, float32

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "shared",
        "array": "s",
        "index": (64,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (63, 0, 0),
        "count": 2,
    }
]


@cuda.jit
def difference(x, out):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = x[i]
    cuda.syncthreads()
    out[i] = s[t + 1] - s[t]  # <- here


difference[2, 64](np.ones(128, np.float32), np.zeros(128, np.float32))
