"""The barrier hides in a function that only half of the threads call."""

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
        "other_thread": (1, 0, 0),
    }
]


@cuda.jit(device=True)
def wait():
    cuda.syncthreads()  # <- here


@cuda.jit
def even(out):
    t = cuda.threadIdx.x
    if t % 2 == 0:
        wait()
    out[t] = t


even[1, 32](np.zeros(32, np.int32))
