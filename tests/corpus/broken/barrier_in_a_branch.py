"""Only some threads are sent to the barrier."""

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
        "thread": (10, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (0, 0, 0),
    }
]


@cuda.jit
def late(out):
    t = cuda.threadIdx.x
    if t >= 10:
        cuda.syncthreads()  # <- here
    out[t] = t


late[1, 32](np.zeros(32, np.int32))
