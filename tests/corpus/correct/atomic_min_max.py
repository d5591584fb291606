"""The smallest and largest element and a bit mask, by atomics from all blocks."""

import numpy as np
from numba import cuda


@cuda.jit
def extremes(x, low, high, seen):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.min(low, 0, x[i])
        cuda.atomic.max(high, 0, x[i])
        cuda.atomic.or_(seen, 0, 1 << (x[i] % 8))


x = np.random.default_rng(37).integers(-500, 500, 300)
low, high, seen = np.array([999]), np.array([-999]), np.zeros(1, np.int64)
extremes[5, 64](x, low, high, seen)
assert (low[0], high[0]) == (x.min(), x.max())
assert seen[0] == np.bitwise_or.reduce(1 << (x % 8))
