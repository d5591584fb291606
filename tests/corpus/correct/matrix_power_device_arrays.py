"""Device functions that work on local arrays of their caller."""

import numpy as np
from numba import cuda, float64


@cuda.jit(device=True)
def multiply(a, b, out):
    for i in range(2):
        for j in range(2):
            s = 0.0
            for k in range(2):
                s += a[i, k] * b[k, j]
            out[i, j] = s


@cuda.jit
def power(m, n, out):
    t = cuda.grid(1)
    if t >= out.shape[0]:
        return
    base = cuda.local.array((2, 2), float64)
    result = cuda.local.array((2, 2), float64)
    work = cuda.local.array((2, 2), float64)
    for i in range(2):
        for j in range(2):
            base[i, j] = m[i, j]
            result[i, j] = 1.0 if i == j else 0.0
    e = n[t]
    while e > 0:
        if e & 1:
            multiply(result, base, work)
            for i in range(2):
                for j in range(2):
                    result[i, j] = work[i, j]
        multiply(base, base, work)
        for i in range(2):
            for j in range(2):
                base[i, j] = work[i, j]
        e >>= 1
    for i in range(2):
        for j in range(2):
            out[t, i, j] = result[i, j]


m = np.array([[1.0, 1.0], [1.0, 0.0]])
n = np.arange(20)
out = np.zeros((20, 2, 2))
power[1, 32](m, n, out)
assert all(np.allclose(out[k], np.linalg.matrix_power(m, k)) for k in n)
