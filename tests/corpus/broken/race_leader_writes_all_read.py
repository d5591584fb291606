"""One thread prepares a value, the other does not wait for it."""

import numpy as np
from numba import cuda, float64

EXPECTED = [
    {
        "kind": "race",
        "space": "shared",
        "array": "mean",
        "index": (0,),
        "line": "write",
        "other_line": "read",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (1, 0, 0),
    }
]


@cuda.jit
def centre(x):
    mean = cuda.shared.array(1, float64)
    t = cuda.threadIdx.x
    if t == 0:
        mean[0] = (x[0] + x[1]) / 2  # <- write
    value = x[t] - mean[0]  # <- read
    cuda.syncthreads()
    x[t] = value


centre[1, 2](np.array([1.0, 5.0]))
