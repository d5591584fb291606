"""An exclusive prefix sum: up the tree, clear the root, down the tree."""

import numpy as np
from numba import cuda, int32

N = 128


@cuda.jit
def prescan(x, out):
    temp = cuda.shared.array(N, int32)
    t = cuda.threadIdx.x
    temp[2 * t] = x[2 * t]
    temp[2 * t + 1] = x[2 * t + 1]
    offset = 1
    d = N >> 1
    while d > 0:
        cuda.syncthreads()
        if t < d:
            ai = offset * (2 * t + 1) - 1
            bi = offset * (2 * t + 2) - 1
            temp[bi] += temp[ai]
        offset *= 2
        d >>= 1
    if t == 0:
        temp[N - 1] = 0
    d = 1
    while d < N:
        offset >>= 1
        cuda.syncthreads()
        if t < d:
            ai = offset * (2 * t + 1) - 1
            bi = offset * (2 * t + 2) - 1
            swap = temp[ai]
            temp[ai] = temp[bi]
            temp[bi] += swap
        d *= 2
    cuda.syncthreads()
    out[2 * t] = temp[2 * t]
    out[2 * t + 1] = temp[2 * t + 1]


x = np.random.default_rng(11).integers(0, 5, N).astype(np.int32)
out = np.zeros(N, np.int32)
prescan[1, N // 2](x, out)
assert np.array_equal(out, np.cumsum(x) - x)
