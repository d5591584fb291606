"""A sum in one launch: the block that finishes last adds up what all blocks have left."""

import numpy as np
from numba import cuda, float64, int32

BLOCK = 32


@cuda.jit
def sum_in_one(x, partial, ticket, total):
    s = cuda.shared.array(BLOCK, float64)
    is_last = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = x[i] if i < x.size else 0.0
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            s[t] += s[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        partial[cuda.blockIdx.x] = s[0]
        cuda.threadfence()
        number = cuda.atomic.add(ticket, 0, 1)
        is_last[0] = 1 if number == cuda.gridDim.x - 1 else 0
    cuda.syncthreads()
    if is_last[0] == 1 and t == 0:
        cuda.threadfence()
        result = 0.0
        for b in range(cuda.gridDim.x):
            result += partial[b]
        total[0] = result


x = np.random.default_rng(7).random(300)
partial, ticket, total = np.zeros(10), np.zeros(1, np.int32), np.zeros(1)
sum_in_one[10, BLOCK](x, partial, ticket, total)
assert np.isclose(total[0], x.sum())
