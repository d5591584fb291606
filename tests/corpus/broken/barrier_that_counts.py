"""syncthreads_count is a barrier, too, and here only a quarter comes."""

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
        "other_thread": (8, 0, 0),
    }
]


@cuda.jit
def quarter(out):
    t = cuda.threadIdx.x
    if t < 8:
        out[t] = cuda.syncthreads_count(1)  # <- here


quarter[1, 32](np.zeros(8, np.int32))
