"""The last rounds of a sum inside one warp: read, syncwarp, write, syncwarp."""

import numpy as np
from numba import cuda, int32


@cuda.jit
def block_sum(x, out):
    s = cuda.shared.array(128, int32)
    t = cuda.threadIdx.x
    s[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    if t < 64:
        s[t] += s[t + 64]
    cuda.syncthreads()
    if t < 32:
        v = s[t] + s[t + 32]
        cuda.syncwarp()
        s[t] = v
        cuda.syncwarp()
        for d in (16, 8, 4, 2, 1):
            v += s[t + d]
            cuda.syncwarp()
            s[t] = v
            cuda.syncwarp()
        if t == 0:
            out[cuda.blockIdx.x] = v


x = np.arange(256, dtype=np.int32)
out = np.zeros(2, np.int32)
block_sum[2, 128](x, out)
assert list(out) == [x[:128].sum(), x[128:].sum()]
