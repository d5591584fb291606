"""Tiled product: C = A B; a block fetches tiles of A and B into shared memory."""

import numpy as np
from numba import cuda

SIZES = {"m": 16, "n": 16, "k": 16}
THREADS = ("n", "m")
BLOCK = (8, 8)
OUTPUTS = ("c",)
MAX_BLOCK = (16, 16)

ZERO = np.float32(0)


@cuda.jit
def tiled_product(a, b, c):
    tile_a = cuda.shared.array((16, 16), np.float32)
    tile_b = cuda.shared.array((16, 16), np.float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    side = cuda.blockDim.x
    col, row = cuda.grid(2)
    total = ZERO
    for first in range(0, a.shape[1], side):
        # Write here: fetch an element of A and one of B into the tiles; 0 outside of them
        # Then think of what threads do for each other
        for k in range(side):
            total += tile_a[ty, k] * tile_b[k, tx]
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = total


def inputs(m, n, k, seed):
    rng = np.random.default_rng(seed)
    a = rng.random((m, k), dtype=np.float32)
    b = rng.random((k, n), dtype=np.float32)
    return {"a": a, "b": b, "c": np.zeros((m, n), np.float32)}


def numpy_twin(a, b, c):
    c[:] = a @ b
