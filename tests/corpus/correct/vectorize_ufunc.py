"""A ufunc on the GPU."""

import numpy as np
from numba import vectorize


@vectorize(["float32(float32, float32)", "float64(float64, float64)"], target="cuda")
def combine(a, b):
    return a * 2 + b


a = np.arange(50, dtype=np.float32)
assert np.array_equal(combine(a, a), 3 * a)
assert np.array_equal(combine(a.astype(np.float64), 1.0), 2.0 * np.arange(50) + 1)
