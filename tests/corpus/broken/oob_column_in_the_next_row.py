"""One column too many: in memory that is the next row."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "a",
        "index": (0, 8),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (8, 0, 0),
        "count": 6,
    }
]


@cuda.jit
def ones(a):
    col, row = cuda.grid(2)
    if row < a.shape[0] and col <= a.shape[1]:
        a[row, col] = 1  # <- here


ones[1, (16, 8)](np.zeros((6, 8)))
