"""The right end of the halo is forgotten."""

import numpy as np
from numba import cuda, float32

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "shared",
        "array": "tile",
        "index": (33,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (31, 0, 0),
        "count": 2,
    }
]


@cuda.jit
def smooth(x, out):
    tile = cuda.shared.array(34, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t + 1] = x[i]
    if t == 0:
        tile[0] = x[i - 1] if i > 0 else x[i]
    cuda.syncthreads()
    out[i] = tile[t] + tile[t + 1] + tile[t + 2]  # <- here


smooth[2, 32](np.ones(64, np.float32), np.zeros(64, np.float32))
