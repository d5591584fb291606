"""A block sum with halving strides; the first addition is made while loading."""

import numpy as np
from numba import cuda, float64


@cuda.jit
def block_sum(x, partial):
    shared = cuda.shared.array(128, float64)
    t = cuda.threadIdx.x
    i = cuda.blockIdx.x * cuda.blockDim.x * 2 + t
    value = 0.0
    if i < x.size:
        value += x[i]
    if i + cuda.blockDim.x < x.size:
        value += x[i + cuda.blockDim.x]
    shared[t] = value
    cuda.syncthreads()
    s = cuda.blockDim.x >> 1
    while s > 0:
        if t < s:
            shared[t] += shared[t + s]
        cuda.syncthreads()
        s >>= 1
    if t == 0:
        partial[cuda.blockIdx.x] = shared[0]


x = np.random.default_rng(5).random(1000)
partial = np.zeros(4)
block_sum[4, 128](x, partial)
assert np.isclose(partial.sum(), x.sum())
