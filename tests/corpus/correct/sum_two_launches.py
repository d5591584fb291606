"""A sum whose partial sums are added up by a second launch of the same kernel."""

import numba
import numpy as np
from numba import cuda

THREADS = 32


@cuda.jit
def reduce_sum(x, out):
    s = cuda.shared.array(THREADS, dtype=numba.int64)
    t = cuda.threadIdx.x
    acc = 0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        acc += x[i]
    s[t] = acc
    cuda.syncthreads()
    half = THREADS // 2
    while half:
        if t < half:
            s[t] += s[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


x = cuda.to_device(np.arange(777))
partial = cuda.device_array(8, np.int64)
total = cuda.device_array(1, np.int64)
reduce_sum[8, THREADS](x, partial)
reduce_sum[1, THREADS](partial, total)
assert total.copy_to_host()[0] == 777 * 776 // 2
