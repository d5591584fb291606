"""A tiled product with two buffers: the next tile is loaded while this one is used."""

import numpy as np
from numba import cuda, float64

N = 8


@cuda.jit
def matmul(a, b, c):
    ta = cuda.shared.array((2, N, N), float64)
    tb = cuda.shared.array((2, N, N), float64)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.grid(2)
    tiles = a.shape[1] // N
    ta[0, ty, tx] = a[row, tx]
    tb[0, ty, tx] = b[ty, col]
    total = 0.0
    for k in range(tiles):
        cuda.syncthreads()
        now = k % 2
        if k + 1 < tiles:
            ta[1 - now, ty, tx] = a[row, (k + 1) * N + tx]
            tb[1 - now, ty, tx] = b[(k + 1) * N + ty, col]
        for j in range(N):
            total += ta[now, ty, j] * tb[now, j, tx]
    c[row, col] = total


rng = np.random.default_rng(4)
a, b = rng.random((16, 32)), rng.random((32, 24))
c = np.zeros((16, 24))
matmul[(3, 2), (N, N)](a, b, c)
assert np.allclose(c, a @ b)
