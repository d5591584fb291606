"""Half of a square tile is filled, all of it is copied."""

import numpy as np
from numba import cuda, float64

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "shared",
        "array": "tile",
        "index": (0, 1),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (1, 0, 0),
        "count": 28,
    }
]


@cuda.jit
def lower(a):
    tile = cuda.shared.array((8, 8), float64)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    if x <= y:
        tile[y, x] = a[y, x]
    cuda.syncthreads()
    a[y, x] = tile[y, x]  # <- here


lower[1, (8, 8)](np.ones((8, 8)))
