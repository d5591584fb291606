"""A tiled product where each thread computes 2 x 2 elements in a local array."""

import numpy as np
from numba import cuda, float32

T = 8


@cuda.jit
def matmul(a, b, c):
    sa = cuda.shared.array((16, 8), float32)
    sb = cuda.shared.array((8, 16), float32)
    acc = cuda.local.array((2, 2), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    for i in range(2):
        for j in range(2):
            acc[i, j] = 0
    for k0 in range(0, a.shape[1], 8):
        for i in range(2):
            sa[ty + 8 * i, tx] = a[cuda.blockIdx.y * 16 + ty + 8 * i, k0 + tx]
            sb[ty, tx + 8 * i] = b[k0 + ty, cuda.blockIdx.x * 16 + tx + 8 * i]
        cuda.syncthreads()
        for k in range(8):
            for i in range(2):
                for j in range(2):
                    acc[i, j] += sa[ty + 8 * i, k] * sb[k, tx + 8 * j]
        cuda.syncthreads()
    for i in range(2):
        for j in range(2):
            c[cuda.blockIdx.y * 16 + ty + 8 * i, cuda.blockIdx.x * 16 + tx + 8 * j] = acc[i, j]


rng = np.random.default_rng(9)
a, b = rng.random((32, 24), dtype=np.float32), rng.random((24, 48), dtype=np.float32)
c = np.zeros((32, 48), np.float32)
matmul[(3, 2), (T, T)](a, b, c)
assert np.allclose(c, a @ b, rtol=1e-4)
