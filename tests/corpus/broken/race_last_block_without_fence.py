"""The last block adds up partial sums that nobody made visible."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "partial",
        "index": (0,),
        "line": "write",
        "other_line": "read",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (3, 0, 0),
        "other_thread": (0, 0, 0),
    }
]


@cuda.jit
def sum_in_one(x, partial, ticket, total):
    if cuda.threadIdx.x == 0:
        b = cuda.blockIdx.x
        s = 0.0
        for k in range(cuda.blockDim.x):
            s += x[b * cuda.blockDim.x + k]
        partial[b] = s  # <- write
        if cuda.atomic.add(ticket, 0, 1) == cuda.gridDim.x - 1:
            result = 0.0
            for k in range(cuda.gridDim.x):
                result += partial[k]  # <- read
            total[0] = result


sum_in_one[4, 32](np.ones(128), np.zeros(4), np.zeros(1, np.int32), np.zeros(1))
