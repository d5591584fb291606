"""LU decomposition of a small matrix in one block."""

import numpy as np
from numba import cuda, float64

N = 12


@cuda.jit
def lu(a):
    m = cuda.shared.array((N, N), float64)
    c, r = cuda.threadIdx.x, cuda.threadIdx.y
    m[r, c] = a[r, c]
    cuda.syncthreads()
    for k in range(N - 1):
        if r > k and c == k:
            m[r, k] /= m[k, k]
        cuda.syncthreads()
        if r > k and c > k:
            m[r, c] -= m[r, k] * m[k, c]
        cuda.syncthreads()
    a[r, c] = m[r, c]


a = np.random.default_rng(3).random((N, N)) + N * np.eye(N)
both = a.copy()
lu[1, (N, N)](both)
lower, upper = np.tril(both, -1) + np.eye(N), np.triu(both)
assert np.allclose(lower @ upper, a)
