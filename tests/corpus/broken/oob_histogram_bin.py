"""A value as large as the number of bins, counted by an atomic."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "bins",
        "index": (10,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (10, 0, 0),
        "count": 1,
    }
]


@cuda.jit
def histogram(values, bins):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(bins, values[i], 1)  # <- here


histogram[1, 32](np.arange(20) % 11, np.zeros(10, np.int64))
