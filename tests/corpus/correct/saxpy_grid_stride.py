"""y = a x + y with a grid-stride loop: few threads, many elements."""

import numpy as np
from numba import cuda


@cuda.jit
def saxpy(a, x, y):
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, x.shape[0], stride):
        y[i] += a * x[i]


x = np.linspace(0, 1, 1037).astype(np.float32)
y = np.full(1037, 2, np.float32)
saxpy[3, 64](np.float32(3), x, y)
assert np.allclose(y, 3 * x + 2)
