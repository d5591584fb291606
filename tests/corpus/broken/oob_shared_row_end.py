"""Past the end of a row of a tile, though inside the tile as a whole."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "shared",
        "array": "tile",
        "index": (0, 8),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (7, 0, 0),
        "count": 8,
    }
]


@cuda.jit
def shift_left(a, out):
    tile = cuda.shared.array((8, 8), dtype=int32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    tile[y, x] = a[y, x]
    cuda.syncthreads()
    out[y, x] = tile[y, x + 1]  # <- here


a = np.arange(64, dtype=np.int32).reshape(8, 8)
shift_left[1, (8, 8)](a, np.zeros_like(a))
