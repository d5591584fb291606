"""Knapsack by rows: two rows in global memory, one block, a barrier per item."""

import numpy as np
from numba import cuda


@cuda.jit
def knapsack(weights, values, best):
    t = cuda.threadIdx.x
    for k in range(weights.size):
        for w in range(t, best.shape[1], cuda.blockDim.x):
            v = best[k % 2, w]
            if w >= weights[k]:
                v = max(v, best[k % 2, w - weights[k]] + values[k])
            best[(k + 1) % 2, w] = v
        cuda.syncthreads()


rng = np.random.default_rng(5)
weights, values = rng.integers(1, 10, 9), rng.integers(1, 20, 9)
best = np.zeros((2, 41), np.int64)
knapsack[1, 32](weights, values, best)
want = np.zeros(41, np.int64)
for w, v in zip(weights, values, strict=True):
    new = want.copy()
    new[w:] = np.maximum(want[w:], want[:-w] + v)
    want = new
assert np.array_equal(best[1], want)
