"""A tree sum whose rounds nobody keeps apart."""

import numpy as np
from numba import cuda, float32

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
        "other_thread": (0, 0, 0),
    }
]


@cuda.jit
def block_sum(x, out):
    s = cuda.shared.array(8, float32)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    half = 4
    while half > 0:
        if t < half:
            s[t] += s[t + half]  # <- here
        half //= 2
    if t == 0:
        out[0] = s[0]


block_sum[1, 8](np.ones(8, np.float32), np.zeros(1, np.float32))
