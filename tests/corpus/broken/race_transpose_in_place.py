"""Both threads of a pair swap the same two elements."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "a",
        "index": [(0, 1), (1, 0)],
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (1, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (0, 1, 0),
    }
]


@cuda.jit
def transpose(a):
    x, y = cuda.grid(2)
    a[x, y], a[y, x] = a[y, x], a[x, y]  # <- here


transpose[1, (4, 4)](np.arange(16).reshape(4, 4))
