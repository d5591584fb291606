"""Complex sums in a local array that is not set to zero."""

import numpy as np
from numba import complex64, cuda

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "local",
        "array": "sums",
        "index": (0,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "count": 64,
    }
]


@cuda.jit
def add(z, out):
    i = cuda.grid(1)
    sums = cuda.local.array(2, complex64)
    for k in range(z.shape[1]):
        sums[k % 2] += z[i, k]  # <- here
    out[i] = sums[0] - sums[1]


add[1, 32](np.ones((32, 6), np.complex64), np.zeros(32, np.complex64))
