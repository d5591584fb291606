"""The access stands in a device function, the mistake in its caller."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "global",
        "array": "out",
        "index": (40,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (20, 0, 0),
        "count": 12,
    }
]


@cuda.jit(device=True)
def put(a, i, value):
    a[i] = value  # <- here


@cuda.jit
def spread(out):
    t = cuda.threadIdx.x
    put(out, 2 * t, t)


spread[1, 32](np.zeros(40, np.int32))
