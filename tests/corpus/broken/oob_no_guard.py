"""The last block sticks out and nobody checks."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "out",
        "index": (100,),
        "line": "here",
        "block": (1, 0, 0),
        "thread": (36, 0, 0),
        "count": 28,
    }
]


@cuda.jit
def fill(out):
    i = cuda.grid(1)
    out[i] = 2 * i  # <- here


fill[2, 64](np.zeros(100, np.int64))
