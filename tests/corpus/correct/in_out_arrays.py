"""Arrays marked as input, output, or both."""

import numpy as np
from numba import cuda


@cuda.jit
def kernel(a, b, c):
    i = cuda.grid(1)
    if i < a.size:
        b[i] = a[i] + 1
        c[i] *= 2


a, b, c = np.arange(40), np.zeros(40, np.int64), np.arange(40)
kernel[2, 32](cuda.In(a), cuda.Out(b), cuda.InOut(c))
assert np.array_equal(b, a + 1)
assert np.array_equal(c, 2 * a)
