"""A grid-stride loop along each of three axes."""

import numpy as np
from numba import cuda


@cuda.jit
def fill(v):
    sx, sy, sz = cuda.grid(3)
    dx, dy, dz = cuda.gridsize(3)
    for x in range(sx, v.shape[0], dx):
        for y in range(sy, v.shape[1], dy):
            for z in range(sz, v.shape[2], dz):
                v[x, y, z] += x * 10000 + y * 100 + z


v = np.zeros((9, 10, 11), np.int64)
fill[(2, 1, 2), (2, 4, 2)](v)
x, y, z = np.mgrid[0:9, 0:10, 0:11]
assert np.array_equal(v, x * 10000 + y * 100 + z)
