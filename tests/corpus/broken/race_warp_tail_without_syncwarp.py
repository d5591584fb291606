"""The end of a sum relies on the lanes of a warp keeping step."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "race",
        "space": "shared",
        "array": "s",
        "index": (8,),
        "line": "write",
        "other_line": "read",
        "block": (0, 0, 0),
        "thread": (8, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (0, 0, 0),
    }
]


@cuda.jit
def eight_sums(x, out):
    s = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    if t < 16:
        s[t] += s[t + 16]  # <- write
    if t < 8:
        out[t] = s[t] + s[t + 8]  # <- read


eight_sums[1, 32](np.arange(32, dtype=np.int32), np.zeros(8, np.int32))
