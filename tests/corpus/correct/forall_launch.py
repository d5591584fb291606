"""forall chooses the grid by itself."""

import numpy as np
from numba import cuda


@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2


x = np.arange(1000)
double.forall(x.size)(x)
assert np.array_equal(x, 2 * np.arange(1000))
