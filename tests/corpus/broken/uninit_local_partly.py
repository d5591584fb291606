"""How much of a local array is filled depends on the thread."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "local",
        "array": "v",
        "index": (2,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "count": 24,
    }
]


@cuda.jit
def third(out):
    t = cuda.threadIdx.x
    v = cuda.local.array(4, int32)
    for k in range(t % 4):
        v[k] = k
    out[t] = v[2]  # <- here


third[1, 32](np.zeros(32, np.int32))
