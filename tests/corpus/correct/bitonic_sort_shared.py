"""Sorts 128 numbers in shared memory with a bitonic network."""

import numpy as np
from numba import cuda, float32

N = 128


@cuda.jit
def sort(x):
    s = cuda.shared.array(N, float32)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    k = 2
    while k <= N:
        j = k // 2
        while j > 0:
            other = t ^ j
            if other > t:
                up = (t & k) == 0
                if (s[t] > s[other]) == up:
                    s[t], s[other] = s[other], s[t]
            cuda.syncthreads()
            j //= 2
        k *= 2
    x[t] = s[t]


x = np.random.default_rng(26).random(N, dtype=np.float32)
want = np.sort(x)
sort[1, N](x)
assert np.array_equal(x, want)
