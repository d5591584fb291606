"""y = A x with a block for each row; threads stride along the row."""

import numpy as np
from numba import cuda, float32

T = 32


@cuda.jit
def matvec(A, x, y):
    row = cuda.blockIdx.x
    t = cuda.threadIdx.x
    part = cuda.shared.array(T, float32)
    s = float32(0)
    for col in range(t, A.shape[1], T):
        s += A[row, col] * x[col]
    part[t] = s
    cuda.syncthreads()
    if t == 0:
        total = float32(0)
        for k in range(T):
            total += part[k]
        y[row] = total


rng = np.random.default_rng(29)
A = rng.random((17, 75), dtype=np.float32)
x = rng.random(75, dtype=np.float32)
y = np.zeros(17, np.float32)
matvec[17, T](A, x, y)
assert np.allclose(y, A @ x, rtol=1e-4)
