"""A radix sort of bytes in one block: a prefix sum of the bits for each of eight rounds."""

import numpy as np
from numba import cuda, int32

N = 64


@cuda.jit
def radix(x):
    keys = cuda.shared.array(N, int32)
    ones = cuda.shared.array(N, int32)
    t = cuda.threadIdx.x
    keys[t] = x[t]
    for bit in range(8):
        cuda.syncthreads()
        key = keys[t]
        b = (key >> bit) & 1
        ones[t] = b
        cuda.syncthreads()
        step = 1
        while step < N:
            add = ones[t - step] if t >= step else 0
            cuda.syncthreads()
            ones[t] += add
            cuda.syncthreads()
            step *= 2
        zeros = N - ones[N - 1]
        place = zeros + ones[t] - 1 if b else t - ones[t]
        keys[place] = key
    cuda.syncthreads()
    x[t] = keys[t]


x = np.random.default_rng(4).integers(0, 256, N).astype(np.int32)
want = np.sort(x)
radix[1, N](x)
assert np.array_equal(x, want)
