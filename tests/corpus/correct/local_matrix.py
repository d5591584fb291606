"""A 2D local array: each thread squares a small matrix of its own."""

import numpy as np
from numba import cuda, float32


@cuda.jit
def square(a):
    n = cuda.grid(1)
    if n < a.shape[0]:
        m = cuda.local.array((3, 3), float32)
        for i in range(3):
            for j in range(3):
                m[i, j] = a[n, i, j]
        for i in range(3):
            for j in range(3):
                s = float32(0)
                for k in range(3):
                    s += m[i, k] * m[k, j]
                a[n, i, j] = s


a = np.random.default_rng(11).random((40, 3, 3), dtype=np.float32)
want = a @ a
square[2, 32](a)
assert np.allclose(a, want, rtol=1e-5)
