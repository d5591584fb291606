"""An inclusive prefix sum in one block with two buffers in turn."""

import numpy as np
from numba import cuda, int32

N = 64


@cuda.jit
def scan(x, out):
    buf = cuda.shared.array((2, N), int32)
    t = cuda.threadIdx.x
    pout, pin = 0, 1
    buf[pout, t] = x[t]
    cuda.syncthreads()
    offset = 1
    while offset < N:
        pout, pin = pin, pout
        if t >= offset:
            buf[pout, t] = buf[pin, t] + buf[pin, t - offset]
        else:
            buf[pout, t] = buf[pin, t]
        cuda.syncthreads()
        offset *= 2
    out[t] = buf[pout, t]


x = np.random.default_rng(10).integers(0, 9, N).astype(np.int32)
out = np.zeros(N, np.int32)
scan[1, N](x, out)
assert np.array_equal(out, np.cumsum(x))
