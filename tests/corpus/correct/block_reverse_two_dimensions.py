"""A block of two dimensions turns its tile by 180 degrees through shared memory."""

import numpy as np
from numba import cuda, int32


@cuda.jit
def turn(a):
    s = cuda.shared.array((4, 6), dtype=int32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.grid(2)
    s[y, x] = a[row, col]
    cuda.syncthreads()
    a[row, col] = s[3 - y, 5 - x]


a = np.arange(96, dtype=np.int32).reshape(8, 12)
want = np.block([[a[r : r + 4, c : c + 6][::-1, ::-1] for c in (0, 6)] for r in (0, 4)])
turn[(2, 2), (6, 4)](a)
assert np.array_equal(a, want)
