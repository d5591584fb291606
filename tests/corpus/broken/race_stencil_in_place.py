"""A stencil that writes where its neighbours read."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "x",
        "index": (1,),
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (1, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (2, 0, 0),
    }
]


@cuda.jit
def smooth(x):
    i = cuda.grid(1)
    if 0 < i < x.size - 1:
        x[i] = (x[i - 1] + x[i + 1]) / 2  # <- here


smooth[1, 32](np.arange(32.0))
