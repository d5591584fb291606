"""A tree sum in which every thread adds: past the end, and over others."""

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
        "thread": (32, 0, 0),
        "count": 63,
    },
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
    },
]


@cuda.jit
def block_sum(x, out):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    stride = 32
    while stride > 0:
        s[t] += s[t + stride]  # <- here
        cuda.syncthreads()
        stride //= 2
    if t == 0:
        out[0] = s[0]


block_sum[1, 64](np.ones(64, np.float32), np.zeros(1, np.float32))
