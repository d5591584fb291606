"""A maximum by looking first and writing then."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "best",
        "line": "write",
        "other_line": "look",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (1, 0, 0),
    },
    {
        "kind": "race",
        "space": "global",
        "array": "best",
        "line": "write",
        "other_line": "write",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (1, 0, 0),
    },
]


@cuda.jit
def largest(x, best):
    i = cuda.grid(1)
    if x[i] > best[0]:  # <- look
        best[0] = x[i]  # <- write


largest[1, 2](np.array([5.0, 7.0]), np.ones(1))
