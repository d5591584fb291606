"""Odd-even transposition sort in one block, with a barrier after each phase."""

import numpy as np
from numba import cuda, int32

N = 50


@cuda.jit
def sort(x):
    s = cuda.shared.array(N, int32)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    for phase in range(N):
        if t % 2 == phase % 2 and t + 1 < N and s[t] > s[t + 1]:
            keep = s[t]
            s[t] = s[t + 1]
            s[t + 1] = keep
        cuda.syncthreads()
    x[t] = s[t]


x = np.random.default_rng(28).integers(0, 99, N).astype(np.int32)
want = np.sort(x)
sort[1, N](x)
assert np.array_equal(x, want)
