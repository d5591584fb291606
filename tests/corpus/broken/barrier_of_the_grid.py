"""Threads behind the end of the data do not come to the barrier of the grid."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "barrier-divergence",
        "space": None,
        "array": None,
        "index": (),
        "line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (1, 0, 0),
        "other_thread": (8, 0, 0),
        "count": 1,
    }
]


@cuda.jit
def two_phases(x, y):
    grid = cuda.cg.this_grid()
    i = cuda.grid(1)
    if i < x.size:
        y[i] = 2 * x[i]
        grid.sync()  # <- here
        x[i] = y[x.size - 1 - i]


two_phases[2, 32](np.ones(40), np.zeros(40))
