"""Two threads add to one element with a plain +=."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "total",
        "index": (0,),
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (3, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (9, 0, 0),
    }
]


@cuda.jit
def add(x, total):
    t = cuda.threadIdx.x
    if t == 3 or t == 9:
        total[0] += x[t]  # <- here


add[1, 32](np.ones(32), np.zeros(1))
