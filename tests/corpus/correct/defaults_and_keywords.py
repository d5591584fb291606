"""Device functions with default and keyword arguments."""

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def scaled(v, factor=2, offset=0):
    return v * factor + offset


@cuda.jit
def kernel(x, out):
    i = cuda.grid(1)
    a = b = 0
    if i in (1, 5, 7):
        a = 100
    out[i] = scaled(x[i]) + scaled(x[i], offset=3) + scaled(x[i], 5, 1) + a + b


x = np.arange(32)
out = np.zeros(32, np.int64)
kernel[1, 32](x, out)
want = 2 * x + 2 * x + 3 + 5 * x + 1
want[[1, 5, 7]] += 100
assert np.array_equal(out, want)
