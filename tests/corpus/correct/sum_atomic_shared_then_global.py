"""Each block counts in one shared word by atomics and adds it to the total once."""

import numpy as np
from numba import cuda, int32


@cuda.jit
def count_even(x, total):
    mine = cuda.shared.array(1, int32)
    if cuda.threadIdx.x == 0:
        mine[0] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < x.size and x[i] % 2 == 0:
        cuda.atomic.add(mine, 0, 1)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(total, 0, mine[0])


x = np.random.default_rng(6).integers(0, 100, 500)
total = np.zeros(1, np.int32)
count_even[4, 128](x, total)
assert total[0] == (x % 2 == 0).sum()
