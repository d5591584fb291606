"""A counter is read while others may still add to it."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "race",
        "space": "shared",
        "array": "count",
        "index": (0,),
        "line": "add",
        "other_line": "read",
        "block": (0, 0, 0),
        "thread": (1, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (0, 0, 0),
    }
]


@cuda.jit
def count_positive(x, out):
    count = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        count[0] = 0
    cuda.syncthreads()
    if x[t] > 0:
        cuda.atomic.add(count, 0, 1)  # <- add
    if t == 0:
        out[0] = count[0]  # <- read


count_positive[1, 64](np.ones(64), np.zeros(1, np.int32))
