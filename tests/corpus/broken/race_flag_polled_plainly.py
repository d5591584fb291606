"""The flag is raised by an atomic, but read like any other element."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "flag",
        "index": (0,),
        "line": "raise",
        "other_line": "poll",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (1, 0, 0),
        "other_thread": (0, 0, 0),
    },
    {
        "kind": "race",
        "space": "global",
        "array": "data",
        "index": (0,),
        "line": "write",
        "other_line": "read",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (1, 0, 0),
        "other_thread": (0, 0, 0),
    },
]


@cuda.jit
def hand_over(data, flag, out):
    if cuda.blockIdx.x == 0:
        data[0] = 42  # <- write
        cuda.threadfence()
        cuda.atomic.exch(flag, 0, 1)  # <- raise
    else:
        while flag[0] == 0:  # <- poll
            pass
        cuda.threadfence()
        out[0] = data[0]  # <- read


hand_over[2, 1](np.zeros(1), np.zeros(1, np.int32), np.zeros(1))
