"""One thread skips the rest of the loop's body, barrier included."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "barrier-divergence",
        "space": None,
        "array": None,
        "index": (),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (3, 0, 0),
    }
]


@cuda.jit
def skip(x):
    t = cuda.threadIdx.x
    for k in range(3):
        if t == 3:
            continue
        x[t] += k
        cuda.syncthreads()  # <- here


skip[1, 32](np.zeros(32, np.int64))
