"""One step of the heat equation; every block loads its tile with a border of one."""

import numpy as np
from numba import cuda, float32

BX, BY = 16, 8


@cuda.jit
def heat(u, out, k):
    tile = cuda.shared.array((10, 18), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x, y = cuda.grid(2)
    h, w = u.shape
    inside = x < w and y < h
    if inside:
        tile[ty + 1, tx + 1] = u[y, x]
        if tx == 0 and x > 0:
            tile[ty + 1, 0] = u[y, x - 1]
        if tx == BX - 1 and x < w - 1:
            tile[ty + 1, BX + 1] = u[y, x + 1]
        if ty == 0 and y > 0:
            tile[0, tx + 1] = u[y - 1, x]
        if ty == BY - 1 and y < h - 1:
            tile[BY + 1, tx + 1] = u[y + 1, x]
    cuda.syncthreads()
    if inside and 0 < x < w - 1 and 0 < y < h - 1:
        c = tile[ty + 1, tx + 1]
        around = tile[ty, tx + 1] + tile[ty + 2, tx + 1] + tile[ty + 1, tx] + tile[ty + 1, tx + 2]
        out[y, x] = c + k * (around - 4 * c)


u = np.random.default_rng(14).random((30, 40), dtype=np.float32)
out = u.copy()
heat[(3, 4), (BX, BY)](u, out, np.float32(0.1))
want = u.copy()
c = u[1:-1, 1:-1]
want[1:-1, 1:-1] += 0.1 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * c)
assert np.allclose(out, want, atol=1e-5)
