"""A barrier that counts: how many of a block's elements lie below the mean."""

import numpy as np
from numba import cuda


@cuda.jit
def below(x, mean, out):
    i = cuda.grid(1)
    is_below = 0
    if i < x.size and x[i] < mean:
        is_below = 1
    n = cuda.syncthreads_count(is_below)
    if cuda.threadIdx.x == 0:
        out[cuda.blockIdx.x] = n


x = np.random.default_rng(33).random(150)
out = np.zeros(3, np.int64)
below[3, 64](x, x.mean(), out)
assert out.sum() == (x < x.mean()).sum()
