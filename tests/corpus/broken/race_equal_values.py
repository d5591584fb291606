"""Two threads write the same value: a race all the same."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "found",
        "index": (0,),
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (3, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (20, 0, 0),
    }
]


@cuda.jit
def any_negative(x, found):
    i = cuda.grid(1)
    if x[i] < 0:
        found[0] = 1  # <- here


x = np.ones(32)
x[3] = x[20] = -1
any_negative[1, 32](x, np.zeros(1, np.int8))
