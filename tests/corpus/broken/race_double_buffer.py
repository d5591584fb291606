"""Two buffers in turn, but no barrier between the rounds."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "race",
        "space": "shared",
        "array": "buf",
        "index": [(0, 0), (1, 0)],
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (0, 0, 0),
        "other_thread": [(1, 0, 0), (2, 0, 0)],
    }
]


@cuda.jit
def two_rounds(x, out):
    buf = cuda.shared.array((2, 64), int32)
    t = cuda.threadIdx.x
    buf[0, t] = x[t]
    cuda.syncthreads()
    now = 0
    for d in (1, 2):
        buf[1 - now, t] = buf[now, t] + buf[now, max(t - d, 0)]  # <- here
        now = 1 - now
    out[t] = buf[now, t]


two_rounds[1, 64](np.arange(64, dtype=np.int32), np.zeros(64, np.int32))
