"""A tiled product that multiplies before the tile is complete."""

import numpy as np
from numba import cuda, float32

EXPECTED = [
    {
        "kind": "race",
        "space": "shared",
        "array": "tile",
        "index": (0, 0),
        "line": "load",
        "other_line": "multiply",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (1, 0, 0),
    }
]


@cuda.jit
def matmul(a, b, c):
    tile = cuda.shared.array((2, 2), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for k in range(0, a.shape[1], 2):
        tile[y, x] = a[y, k + x]  # <- load
        for j in range(2):
            total += tile[y, j] * b[k + j, x]  # <- multiply
        cuda.syncthreads()
    c[y, x] = total


a, b = np.ones((2, 4), np.float32), np.ones((4, 2), np.float32)
matmul[1, (2, 2)](a, b, np.zeros((2, 2), np.float32))
