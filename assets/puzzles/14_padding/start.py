"""Padding: a matrix turned over by way of a tile in shared memory."""

import numpy as np
from numba import cuda

SIZES = {"m": 32, "n": 64}
THREADS = ("n", "m")
BLOCK = (32, 32)
OUTPUTS = ("b",)
MAX_BLOCK = (32, 32)
TOLERANCE = 0


@cuda.jit
def padding(a, b):
    tile = cuda.shared.array((32, 32), np.float32)
    width, height = cuda.blockDim.x, cuda.blockDim.y
    first_col, first_row = cuda.blockIdx.x * width, cuda.blockIdx.y * height
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    if first_row + y < a.shape[0] and first_col + x < a.shape[1]:
        tile[y, x] = a[first_row + y, first_col + x]
    cuda.syncthreads()
    for row in range(y, width, height):
        for col in range(x, height, width):
            if first_col + row < b.shape[0] and first_row + col < b.shape[1]:
                b[first_col + row, first_row + col] = tile[col, row]


def inputs(m, n, seed):
    rng = np.random.default_rng(seed)
    a = rng.random((m, n), dtype=np.float32)
    return {"a": a, "b": np.zeros((n, m), np.float32)}


def numpy_twin(a, b):
    b[:] = a.T
