"""The result is added to a device array that is only allocated."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "global",
        "array": "out",
        "index": (0,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "count": 64,
    }
]


@cuda.jit
def accumulate(x, out):
    i = cuda.grid(1)
    out[i] += x[i]  # <- here


out = cuda.device_array(64, np.float32)
accumulate[2, 32](np.ones(64, np.float32), out)
