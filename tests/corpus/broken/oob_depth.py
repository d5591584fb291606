"""A 3D grid whose blocks are deeper than the volume."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "v",
        "index": (0, 0, 4),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 4),
        "count": 64,
    }
]


@cuda.jit
def clear(v):
    x, y, z = cuda.grid(3)
    if x < v.shape[0] and y < v.shape[1]:
        v[x, y, z] = 0  # <- here


clear[1, (4, 4, 8)](np.ones((4, 4, 4), np.float32))
