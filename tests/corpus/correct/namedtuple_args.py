"""Parameters in a named tuple and in a tuple of arrays."""

from collections import namedtuple

import numpy as np
from numba import cuda

Params = namedtuple("Params", "a b")


@cuda.jit
def kernel(arrays, p):
    i = cuda.grid(1)
    x, y = arrays
    if i < x.size:
        y[i] = p.a * x[i] + p.b


x, y = np.arange(40.0), np.zeros(40)
kernel[2, 32]((x, y), Params(2.0, 1))
assert np.array_equal(y, 2 * x + 1)
