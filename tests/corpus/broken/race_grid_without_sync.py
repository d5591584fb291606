"""One thread adds up what the others may not have written yet."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "partial",
        "index": (1,),
        "line": "write",
        "other_line": "read",
        "block": (0, 0, 0),
        "thread": (1, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (0, 0, 0),
    }
]


@cuda.jit
def grid_sum(x, partial, total):
    i = cuda.grid(1)
    partial[i] = x[i] * x[i]  # <- write
    cuda.threadfence()
    if i == 0:
        result = 0.0
        for k in range(partial.size):
            result += partial[k]  # <- read
        total[0] = result


grid_sum[2, 32](np.ones(64), np.zeros(64), np.zeros(1))
