"""Both sides of a branch have a barrier, but not the same one."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "barrier-divergence",
        "space": None,
        "array": None,
        "index": (),
        "line": "first",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (16, 0, 0),
    },
    {
        "kind": "barrier-divergence",
        "space": None,
        "array": None,
        "index": (),
        "line": "second",
        "block": (0, 0, 0),
        "thread": (16, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (0, 0, 0),
    },
]


@cuda.jit
def sides(out):
    t = cuda.threadIdx.x
    if t < 16:
        out[t] = 1
        cuda.syncthreads()  # <- first
    else:
        out[t] = 2
        cuda.syncthreads()  # <- second


sides[1, 32](np.zeros(32, np.int32))
