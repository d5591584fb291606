"""Only the inner points are written, the border is read all the same."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "uninitialized",
        "space": "global",
        "array": "y",
        "index": (0,),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "count": 2,
    }
]


@cuda.jit
def inner(x, y):
    i = cuda.grid(1)
    if 0 < i < x.size - 1:
        y[i] = (x[i - 1] + x[i + 1]) / 2


@cuda.jit
def add(y, total):
    i = cuda.grid(1)
    if i < y.size:
        cuda.atomic.add(total, 0, y[i])  # <- here


x = cuda.to_device(np.ones(40))
y = cuda.device_array_like(x)
inner[2, 32](x, y)
add[2, 32](y, np.zeros(1))
