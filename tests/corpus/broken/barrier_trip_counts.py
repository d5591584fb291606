"""The upper threads go round the loop once more."""

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
        "thread": (16, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (0, 0, 0),
        "count": 1,
    }
]


@cuda.jit
def rounds(out):
    t = cuda.threadIdx.x
    for k in range(t // 16 + 1):
        out[t] += k
        cuda.syncthreads()  # <- here


rounds[1, 32](np.zeros(32, np.int64))
