"""Two equal values are counted with a plain +=."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "bins",
        "index": (5,),
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (5, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (17, 0, 0),
    }
]


@cuda.jit
def histogram(values, bins):
    i = cuda.grid(1)
    if i < values.size:
        bins[values[i]] += 1  # <- here


values = np.arange(32)
values[17] = 5
histogram[1, 32](values, np.zeros(32, np.int32))
