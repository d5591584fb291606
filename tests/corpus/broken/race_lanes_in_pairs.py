"""Two lanes of a warp write one element in one statement."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "out",
        "index": (0,),
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (1, 0, 0),
    }
]


@cuda.jit
def halve(out):
    t = cuda.threadIdx.x
    out[t // 2] = t  # <- here


halve[1, 32](np.zeros(16, np.int32))
