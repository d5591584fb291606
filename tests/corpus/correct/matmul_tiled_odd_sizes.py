"""The tiled product of the Numba manual, with sizes that are no multiples of the tile."""

import numpy as np
from numba import cuda, float32

TPB = 8


@cuda.jit
def fast_matmul(A, B, C):
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    sB = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    tiles = (A.shape[1] + TPB - 1) // TPB
    tmp = float32(0.0)
    for i in range(tiles):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and (tx + i * TPB) < A.shape[1]:
            sA[ty, tx] = A[y, tx + i * TPB]
        if x < B.shape[1] and (ty + i * TPB) < B.shape[0]:
            sB[ty, tx] = B[ty + i * TPB, x]
        cuda.syncthreads()
        for j in range(TPB):
            tmp += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = tmp


rng = np.random.default_rng(3)
A = rng.random((19, 30), dtype=np.float32)
B = rng.random((30, 13), dtype=np.float32)
C = np.zeros((19, 13), np.float32)
fast_matmul[(2, 3), (TPB, TPB)](A, B, C)
assert np.allclose(C, A @ B, atol=1e-4)
