"""The next round overwrites what the last one may still read."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "race",
        "space": "shared",
        "array": "s",
        "index": (0,),
        "line": "write",
        "other_line": "read",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": (63, 0, 0),
    }
]


@cuda.jit
def reverse_rows(a, out):
    s = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    for row in range(a.shape[0]):
        s[t] = a[row, t]  # <- write
        cuda.syncthreads()
        out[row, t] = s[63 - t]  # <- read


a = np.arange(192, dtype=np.int32).reshape(3, 64)
reverse_rows[1, 64](a, np.zeros_like(a))
