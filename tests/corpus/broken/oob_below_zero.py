"""An index so far below zero that it does not even wrap."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "x",
        "index": (-40,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "count": 8,
    }
]


@cuda.jit
def shift(x, out):
    i = cuda.grid(1)
    out[i] = x[i - 40]  # <- here


shift[1, 32](np.arange(32), np.zeros(32, np.int64))
