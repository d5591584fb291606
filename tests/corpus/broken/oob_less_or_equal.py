"""The guard lets one thread too many through."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "x",
        "index": (100,),
        "line": "here",
        "block": (1, 0, 0),
        "thread": (36, 0, 0),
    }
]


@cuda.jit
def double(x):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i <= x.size:
        x[i] *= 2  # <- here


double[2, 64](np.ones(100, np.float32))
