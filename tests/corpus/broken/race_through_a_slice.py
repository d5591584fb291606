"""A shift in place, hidden behind a slice of the array."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "a",
        "index": (1,),
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (1, 0, 0),
    }
]


@cuda.jit
def shift(a):
    t = cuda.threadIdx.x
    rest = a[1:]
    rest[t] = a[t]  # <- here


shift[1, 31](np.arange(32.0))
