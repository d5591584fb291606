"""Intrinsics imported by name, and a type given as text."""

import numpy as np
from numba import cuda
from numba.cuda import grid, syncthreads


@cuda.jit
def kernel(x, total):
    s = cuda.shared.array(32, "float32")
    t = cuda.threadIdx.x
    s[t] = x[grid(1)]
    syncthreads()
    if t == 0:
        v = s[0]
        for k in range(1, 32):
            v += s[k]
        cuda.atomic.add(total, 0, v)


x = np.ones(64, np.float32)
total = np.zeros(1, np.float32)
kernel[2, 32](x, total)
assert total[0] == 64
