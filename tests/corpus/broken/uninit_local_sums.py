"""Each thread adds to a local array that it has not cleared."""

import numpy as np
from numba import cuda, float64

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "local",
        "array": "sums",
        "index": (0,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "count": 96,
    }
]


@cuda.jit
def by_remainder(x, out):
    i = cuda.grid(1)
    sums = cuda.local.array(3, float64)
    for k in range(x.shape[1]):
        sums[k % 3] += x[i, k]  # <- here
    out[i] = sums[0] * sums[1] * sums[2]


by_remainder[1, 32](np.ones((32, 9)), np.zeros(32))
