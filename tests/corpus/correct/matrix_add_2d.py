"""C = A + B, one thread for each element, blocks of 16 x 16 on a 50 x 70 matrix."""

import math

import numpy as np
from numba import cuda


@cuda.jit("void(float64[:,:], float64[:,:], float64[:,:])")
def add(a, b, c):
    x, y = cuda.grid(2)
    if x < c.shape[0] and y < c.shape[1]:
        c[x, y] = a[x, y] + b[x, y]


a = np.random.default_rng(1).random((50, 70))
b = np.random.default_rng(2).random((50, 70))
c = np.zeros_like(a)
block = (16, 16)
grid = (math.ceil(a.shape[0] / 16), math.ceil(a.shape[1] / 16))
add[grid, block](a, b, c)
np.testing.assert_array_equal(c, a + b)
