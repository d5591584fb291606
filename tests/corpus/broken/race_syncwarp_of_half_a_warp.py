"""Only the lower lanes wait, and only for each other."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "race",
        "space": "shared",
        "array": "s",
        "index": (0,),
        "line": "write",
        "other_line": "read",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (31, 0, 0),
    }
]


@cuda.jit
def reverse(x, out):
    s = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    s[t] = x[t]  # <- write
    if t < 16:
        cuda.syncwarp(0x0000FFFF)
    out[t] = s[31 - t]  # <- read


reverse[1, 32](np.arange(32, dtype=np.int32), np.zeros(32, np.int32))
