"""One warp fills shared memory, the other reads it, and nobody waits."""

import numpy as np
from numba import cuda, float32

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
        "other_thread": (32, 0, 0),
    }
]


@cuda.jit
def hand_over(x, out):
    s = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    if t < 32:
        s[t] = x[t]  # <- write
    else:
        out[t - 32] = s[t - 32]  # <- read


hand_over[1, 64](np.ones(32, np.float32), np.zeros(32, np.float32))
