"""Two threads write the same field of one record."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "points",
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (1, 0, 0),
    }
]


point = np.dtype([("x", np.float32), ("y", np.float32)])


@cuda.jit
def place(points):
    t = cuda.threadIdx.x
    points[t // 2].x = t  # <- here


place[1, 32](np.zeros(16, point))
