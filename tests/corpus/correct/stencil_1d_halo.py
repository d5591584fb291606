"""A stencil of radius 3 with its halo in shared memory."""

import numpy as np
from numba import cuda, int32

RADIUS = 3
BLOCK = 32


@cuda.jit
def stencil(x, out):
    temp = cuda.shared.array(38, int32)
    g = cuda.grid(1)
    place = cuda.threadIdx.x + RADIUS
    n = x.size
    temp[place] = x[g] if g < n else 0
    if cuda.threadIdx.x < RADIUS:
        left = g - RADIUS
        right = g + BLOCK
        temp[place - RADIUS] = x[left] if left >= 0 else 0
        temp[place + BLOCK] = x[right] if right < n else 0
    cuda.syncthreads()
    if g < n:
        result = 0
        for offset in range(-RADIUS, RADIUS + 1):
            result += temp[place + offset]
        out[g] = result


x = np.random.default_rng(13).integers(0, 10, 100).astype(np.int32)
out = np.zeros(100, np.int32)
stencil[4, BLOCK](x, out)
assert np.array_equal(out, np.convolve(x, np.ones(7, np.int32), "same"))
