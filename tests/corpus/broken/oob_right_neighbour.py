"""The last element has no right neighbour."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "x",
        "index": (128,),
        "line": "here",
        "block": (1, 0, 0),
        "thread": (63, 0, 0),
        "count": 1,
    }
]


@cuda.jit
def smooth(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = (x[i] + x[i + 1]) / 2  # <- here


smooth[2, 64](np.ones(128), np.zeros(128))
