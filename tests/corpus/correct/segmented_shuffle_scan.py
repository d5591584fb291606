"""A prefix sum in each warp by shuffles up."""

import numpy as np
from numba import cuda


@cuda.jit
def scan(x, out):
    i = cuda.grid(1)
    lane = cuda.laneid
    v = x[i]
    d = 1
    while d < 32:
        below = cuda.shfl_up_sync(0xFFFFFFFF, v, d)
        if lane >= d:
            v += below
        d *= 2
    out[i] = v


x = np.random.default_rng(15).integers(0, 9, 128).astype(np.int32)
out = np.zeros(128, np.int32)
scan[2, 64](x, out)
assert np.array_equal(out, x.reshape(4, 32).cumsum(1).ravel())
