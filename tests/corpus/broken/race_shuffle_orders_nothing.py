"""A shuffle is taken for a barrier."""

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
    first = cuda.shfl_sync(0xFFFFFFFF, x[t], 0)
    out[t] = s[31 - t] + first  # <- read


reverse[1, 32](np.arange(32, dtype=np.int32), np.zeros(32, np.int32))
