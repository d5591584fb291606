"""A function made for the CPU with njit, called in a kernel too."""

import numpy as np
from numba import cuda, njit


@njit
def poly(v):
    return v * v + 1


@cuda.jit
def kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = poly(x[i])


x = np.arange(40.0)
out = np.zeros(40)
kernel[2, 32](x, out)
assert np.array_equal(out, poly(x))
