"""A neighbour's element is read before it is sure to be there."""

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
        "other_thread": (63, 0, 0),
    }
]


@cuda.jit
def reverse(x):
    s = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    s[t] = x[t]  # <- write
    x[t] = s[63 - t]  # <- read


reverse[1, 64](np.arange(64, dtype=np.int32))
