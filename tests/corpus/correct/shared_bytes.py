"""Shared memory of small types: booleans and bytes."""

import numpy as np
from numba import boolean, cuda, uint8


@cuda.jit
def differs(x, out):
    flags = cuda.shared.array(64, boolean)
    bytes_ = cuda.shared.array(64, uint8)
    t = cuda.threadIdx.x
    bytes_[t] = x[t]
    cuda.syncthreads()
    flags[t] = bytes_[t] != bytes_[(t + 1) % 64]
    cuda.syncthreads()
    if t == 0:
        n = 0
        for k in range(64):
            if flags[k]:
                n += 1
        out[0] = n


x = np.random.default_rng(12).integers(0, 2, 64).astype(np.uint8)
out = np.zeros(1, np.int64)
differs[1, 64](x, out)
assert out[0] == (x != np.roll(x, -1)).sum()
