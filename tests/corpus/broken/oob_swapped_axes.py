"""x and y are swapped in the index of a matrix that is not square."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "a",
        "index": (10, 0),
        "line": "here",
        "block": (1, 0, 0),
        "thread": (2, 0, 0),
        "count": 100,
    }
]


@cuda.jit
def number(a):
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        a[x, y] = x + 100 * y  # <- here


number[(3, 2), (8, 8)](np.zeros((10, 20), np.int32))
