"""A sum with a grid-wide barrier: partial sums first, then one thread adds them up."""

import numpy as np
from numba import cuda


@cuda.jit
def grid_sum(x, partial, total):
    grid = cuda.cg.this_grid()
    i = cuda.grid(1)
    value = 0
    for k in range(i, x.size, cuda.gridsize(1)):
        value += x[k]
    partial[i] = value
    grid.sync()
    if i == 0:
        result = 0
        for k in range(partial.size):
            result += partial[k]
        total[0] = result


x = np.arange(500)
partial, total = np.zeros(64, np.int64), np.zeros(1, np.int64)
grid_sum[2, 32](x, partial, total)
assert total[0] == x.sum()
