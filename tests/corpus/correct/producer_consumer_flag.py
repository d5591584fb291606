"""Block 0 makes data and raises a flag; block 1 waits for the flag and uses them."""

import numpy as np
from numba import cuda


@cuda.jit
def hand_over(data, flag, out):
    t = cuda.threadIdx.x
    if cuda.blockIdx.x == 0:
        data[t] = t * t
        cuda.threadfence()
        cuda.syncthreads()
        if t == 0:
            cuda.atomic.exch(flag, 0, 1)
    else:
        if t == 0:
            while cuda.atomic.add(flag, 0, 0) == 0:
                pass
            cuda.threadfence()
        cuda.syncthreads()
        out[t] = data[t] + 1


data, out = np.zeros(64, np.int64), np.zeros(64, np.int64)
flag = np.zeros(1, np.int32)
hand_over[2, 64](data, flag, out)
assert np.array_equal(out, np.arange(64) ** 2 + 1)
