"""The first kernel writes every other element, the second reads all."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "global",
        "array": "x",
        "index": (1,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (1, 0, 0),
        "count": 32,
    }
]


@cuda.jit
def fill_even(x):
    i = cuda.grid(1)
    if i % 2 == 0:
        x[i] = i


@cuda.jit
def double(x, out):
    i = cuda.grid(1)
    out[i] = 2 * x[i]  # <- here


x = cuda.device_array(64, np.int32)
fill_even[1, 64](x)
double[1, 64](x, np.zeros(64, np.int32))
