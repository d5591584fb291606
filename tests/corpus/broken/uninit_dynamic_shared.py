"""Dynamic shared memory of which half is filled."""

import numpy as np
from numba import cuda, float32

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "shared",
        "array": "s",
        "index": (16,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
    }
]


@cuda.jit
def shift(x):
    s = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    if t < 16:
        s[t] = x[t]
    cuda.syncthreads()
    x[t] = s[(t + 16) % 32]  # <- here


shift[1, 32, 0, 32 * 4](np.ones(32, np.float32))
