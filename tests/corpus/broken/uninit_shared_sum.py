"""A sum in shared memory that nobody has set to zero."""

import numpy as np
from numba import cuda, float64

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "shared",
        "array": "total",
        "index": (0,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "count": 1,
    }
]


@cuda.jit
def add_up(x, out):
    total = cuda.shared.array(1, float64)
    if cuda.threadIdx.x == 0:
        for k in range(x.size):
            total[0] += x[k]  # <- here
        out[0] = total[0]


add_up[1, 32](np.ones(10), np.zeros(1))
