"""Blocks at the edge of an image lose the threads beyond it."""

import numpy as np
from numba import cuda, int32

EXPECTED = [
    {
        "kind": "barrier-divergence",
        "space": None,
        "array": None,
        "index": (),
        "line": "here",
        "block": (1, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (1, 0, 0),
        "other_thread": (4, 0, 0),
    }
]


@cuda.jit
def brighten(image):
    tile = cuda.shared.array((8, 8), int32)
    col, row = cuda.grid(2)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    if col >= image.shape[1] or row >= image.shape[0]:
        return
    tile[y, x] = image[row, col]
    cuda.syncthreads()  # <- here
    image[row, col] = tile[y, x] + 1


brighten[(2, 2), (8, 8)](np.zeros((12, 12), np.int32))
