"""A dot product: products in registers, a tree in shared memory, one atomic addition a block."""

import numpy as np
from numba import cuda, float32

THREADS = 64


@cuda.jit
def dot(a, b, result):
    cache = cuda.shared.array(THREADS, float32)
    tid = cuda.grid(1)
    index = cuda.threadIdx.x
    temp = float32(0)
    while tid < a.size:
        temp += a[tid] * b[tid]
        tid += cuda.blockDim.x * cuda.gridDim.x
    cache[index] = temp
    cuda.syncthreads()
    i = cuda.blockDim.x // 2
    while i != 0:
        if index < i:
            cache[index] += cache[index + i]
        cuda.syncthreads()
        i //= 2
    if index == 0:
        cuda.atomic.add(result, 0, cache[0])


rng = np.random.default_rng(8)
a, b = rng.random(1500, dtype=np.float32), rng.random(1500, dtype=np.float32)
result = np.zeros(1, np.float32)
dot[4, THREADS](a, b, result)
assert np.allclose(result[0], a @ b, rtol=1e-4)
