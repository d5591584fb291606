"""A prefix sum in one buffer without a barrier between read and write."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "race",
        "space": "shared",
        "array": "s",
        "index": (1,),
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (1, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (2, 0, 0),
    }
]


@cuda.jit
def scan(x):
    s = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    d = 1
    while d < 32:
        if t >= d:
            s[t] += s[t - d]  # <- here
        cuda.syncthreads()
        d *= 2
    x[t] = s[t]


scan[1, 32](np.ones(32, np.int32))
