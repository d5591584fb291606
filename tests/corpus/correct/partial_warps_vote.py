"""Votes in a block whose last warp is partial, with activemask and ballot_sync."""

import numpy as np
from numba import cuda


@cuda.jit
def kernel(x, out):
    t = cuda.threadIdx.x
    mask = cuda.activemask()
    out[0, t] = cuda.popc(mask)
    if t % 2 == 0:
        out[1, t] = cuda.popc(cuda.ballot_sync(mask & 0x55555555, x[t] > 0))


x = np.ones(40, np.int32)
out = np.zeros((2, 40), np.int32)
kernel[1, 40](x, out)
assert list(out[0]) == [32] * 32 + [8] * 8
assert list(out[1, ::2]) == [16] * 16 + [4] * 4
