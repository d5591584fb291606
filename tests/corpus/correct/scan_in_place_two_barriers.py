"""The same scan in one buffer: read, barrier, write, barrier."""

import numpy as np
from numba import cuda, int64


@cuda.jit
def scan(x):
    s = cuda.shared.array(100, int64)
    t = cuda.threadIdx.x
    n = cuda.blockDim.x
    s[t] = x[t]
    cuda.syncthreads()
    d = 1
    while d < n:
        value = 0
        if t >= d:
            value = s[t - d]
        cuda.syncthreads()
        s[t] += value
        cuda.syncthreads()
        d <<= 1
    x[t] = s[t]


x = np.arange(1, 101)
want = np.cumsum(x)
scan[1, 100](x)
assert np.array_equal(x, want)
