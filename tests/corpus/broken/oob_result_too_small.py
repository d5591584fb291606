"""A transpose into a matrix that was made with the wrong shape."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "b",
        "index": (6, 0),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (6, 0, 0),
        "count": 24,
    }
]


@cuda.jit
def transpose(a, b):
    col, row = cuda.grid(2)
    if row < a.shape[0] and col < a.shape[1]:
        b[col, row] = a[row, col]  # <- here


a = np.ones((6, 10))
transpose[1, (16, 8)](a, np.zeros_like(a))
