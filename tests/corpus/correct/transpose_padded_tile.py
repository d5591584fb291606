"""A transpose through a tile of 32 x 33, with 32 x 8 threads and four rows for each of them."""

import numpy as np
from numba import cuda, float32

TILE = 32
ROWS = 8


@cuda.jit
def transpose(a, b):
    tile = cuda.shared.array(shape=(32, 33), dtype=float32)
    x = cuda.blockIdx.x * TILE + cuda.threadIdx.x
    y = cuda.blockIdx.y * TILE + cuda.threadIdx.y
    for j in range(0, TILE, ROWS):
        if x < a.shape[1] and y + j < a.shape[0]:
            tile[cuda.threadIdx.y + j, cuda.threadIdx.x] = a[y + j, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * TILE + cuda.threadIdx.x
    y = cuda.blockIdx.x * TILE + cuda.threadIdx.y
    for j in range(0, TILE, ROWS):
        if x < b.shape[1] and y + j < b.shape[0]:
            b[y + j, x] = tile[cuda.threadIdx.x, cuda.threadIdx.y + j]


a = np.arange(50 * 70, dtype=np.float32).reshape(50, 70)
b = np.zeros((70, 50), np.float32)
transpose[(3, 2), (32, 8)](a, b)
assert np.array_equal(b, a.T)
