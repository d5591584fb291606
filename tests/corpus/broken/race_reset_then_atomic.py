"""A counter is reset by one thread while others already count."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "race",
        "space": "shared",
        "array": "count",
        "index": (0,),
        "line": "reset",
        "other_line": "add",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (1, 0, 0),
    }
]


@cuda.jit
def count_all(out):
    count = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        count[0] = 0  # <- reset
    cuda.atomic.add(count, 0, 1)  # <- add
    cuda.syncthreads()
    if t == 0:
        out[0] = count[0]


count_all[1, 2](np.zeros(1, np.int32))
