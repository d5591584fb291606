"""A local array that is one element too short for its loop."""

import numpy as np
from numba import cuda, float64

EXPECTED = [
    {
        "kind": "out-of-bounds",
        "space": "local",
        "array": "powers",
        "index": (4,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "count": 32,
    }
]


@cuda.jit
def powers_of(x, out):
    i = cuda.grid(1)
    powers = cuda.local.array(4, float64)
    value = 1.0
    for k in range(5):
        powers[k] = value  # <- here
        value *= x[i]
    out[i] = powers[0] + powers[1] + powers[2] + powers[3]


powers_of[1, 32](np.ones(32), np.zeros(32))
