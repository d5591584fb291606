"""Last block: all its threads reduce the partial sums, as in NVIDIA's sample."""

import numpy as np
from numba import boolean, cuda, float64

T = 32


@cuda.jit
def total(x, partial, count, result):
    s = cuda.shared.array(T, float64)
    last = cuda.shared.array(1, boolean)
    t = cuda.threadIdx.x
    acc = 0.0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        acc += x[i]
    s[t] = acc
    cuda.syncthreads()
    h = T // 2
    while h:
        if t < h:
            s[t] += s[t + h]
        cuda.syncthreads()
        h //= 2
    if t == 0:
        partial[cuda.blockIdx.x] = s[0]
        cuda.threadfence()
        done = cuda.atomic.inc(count, 0, cuda.gridDim.x)
        last[0] = done == cuda.gridDim.x - 1
    cuda.syncthreads()
    if last[0]:
        cuda.threadfence()
        v = 0.0
        for k in range(t, cuda.gridDim.x, T):
            v += partial[k]
        s[t] = v
        cuda.syncthreads()
        h = T // 2
        while h:
            if t < h:
                s[t] += s[t + h]
            cuda.syncthreads()
            h //= 2
        if t == 0:
            result[0] = s[0]
            count[0] = 0


x = np.random.default_rng(3).random(700)
partial, count, result = np.zeros(40), np.zeros(1, np.uint32), np.zeros(1)
total[40, T](x, partial, count, result)
assert np.isclose(result[0], x.sum())
