"""syncthreads is used as if it held all blocks."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "x",
        "index": (0,),
        "line": "write",
        "other_line": "read",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (1, 0, 0),
        "other_thread": (0, 0, 0),
    }
]


@cuda.jit
def exchange(x, out):
    i = cuda.grid(1)
    x[i] = 2 * i  # <- write
    cuda.syncthreads()
    out[i] = x[(i + 64) % x.size]  # <- read


exchange[2, 64](np.zeros(128, np.int64), np.zeros(128, np.int64))
