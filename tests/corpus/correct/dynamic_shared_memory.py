"""Reverses parts of an array in shared memory whose size the launch gives."""

import numpy as np
from numba import cuda, float32


@cuda.jit
def reverse(x):
    s = cuda.shared.array(0, dtype=float32)
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * cuda.blockDim.x
    s[t] = x[start + t]
    cuda.syncthreads()
    x[start + t] = s[cuda.blockDim.x - 1 - t]


x = np.arange(120, dtype=np.float32)
want = x.reshape(3, 40)[:, ::-1].ravel()
reverse[3, 40, 0, 40 * 4](x)
assert np.array_equal(x, want)
