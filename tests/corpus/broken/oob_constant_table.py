"""A table in constant memory that is shorter than the loop."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": ["constant", "global"],
        "index": (5,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (5, 0, 0),
        "count": 3,
    }
]


TABLE = np.arange(5.0)


@cuda.jit
def look_up(out):
    table = cuda.const.array_like(TABLE)
    t = cuda.threadIdx.x
    out[t] = table[t]  # <- here


look_up[1, 8](np.zeros(8))
