"""Only half of a tile is filled, all of it is read."""

import numpy as np
from numba import cuda, float32

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "shared",
        "array": "s",
        "index": (32,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (32, 0, 0),
        "count": 32,
    }
]


@cuda.jit
def copy(x, out):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    if t < 32:
        s[t] = x[t]
    cuda.syncthreads()
    out[t] = s[t]  # <- here


copy[1, 64](np.ones(64, np.float32), np.zeros(64, np.float32))
