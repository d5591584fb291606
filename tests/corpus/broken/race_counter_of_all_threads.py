"""Every thread of every block counts with a plain +=."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "counter",
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": [(0, 0, 0), (1, 0, 0), (2, 0, 0)],
    }
]


@cuda.jit
def count(counter):
    counter[0] += 1  # <- here


count[3, 32](np.zeros(1, np.int32))
