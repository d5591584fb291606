"""NumPy's names in a kernel: functions, types, constants."""

import math

import numpy as np
from numba import cuda


@cuda.jit
def kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        angle = x[i] * np.pi / 180
        out[i] = np.sin(angle) ** 2 + np.cos(angle) ** 2 + math.sqrt(np.float32(4)) + math.e - np.e


x = np.arange(100, dtype=np.float64)
out = np.zeros(100)
kernel[4, 32](x, out)
assert np.allclose(out, 3)
