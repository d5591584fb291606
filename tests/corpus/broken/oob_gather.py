"""One of the indices in the data is wrong."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "x",
        "index": (99,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (2, 0, 0),
        "count": 1,
    }
]


@cuda.jit
def gather(x, index, out):
    i = cuda.grid(1)
    if i < index.size:
        out[i] = x[index[i]]  # <- here


gather[1, 32](np.arange(10.0), np.array([0, 5, 99, 3]), np.zeros(4))
