"""A shift in place: the barrier orders a block, not its neighbour."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "x",
        "index": (63,),
        "line": "write",
        "other_line": "read",
        "block": (0, 0, 0),
        "thread": (63, 0, 0),
        "other_block": (1, 0, 0),
        "other_thread": (0, 0, 0),
    }
]


@cuda.jit
def shift(x):
    i = cuda.grid(1)
    value = 0
    if i > 0:
        value = x[i - 1]  # <- read
    cuda.syncthreads()
    x[i] = value  # <- write


shift[3, 64](np.arange(192))
