"""Several threads write their number into the same element."""

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
        "thread": (61, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": [(62, 0, 0), (63, 0, 0)],
    }
]


@cuda.jit
def find(x, limit, found):
    i = cuda.grid(1)
    if x[i] > limit:
        found[0] = i  # <- here


find[1, 64](np.arange(64), 60, np.zeros(1, np.int64))
