"""Kernels made by a function: block size, operation and neutral element come from outside."""

import numpy as np
from numba import cuda, float64


def make_reduction(combine, neutral, threads):
    combine = cuda.jit(device=True)(combine)

    @cuda.jit
    def reduction(x, out):
        s = cuda.shared.array(threads, float64)
        t = cuda.threadIdx.x
        acc = neutral
        for i in range(t, x.size, threads):
            acc = combine(acc, x[i])
        s[t] = acc
        cuda.syncthreads()
        step = threads // 2
        while step > 0:
            if t < step:
                s[t] = combine(s[t], s[t + step])
            cuda.syncthreads()
            step //= 2
        if t == 0:
            out[0] = s[0]

    return reduction


x = np.random.default_rng(21).random(500) + 0.5
out = np.zeros(1)
make_reduction(lambda a, b: max(a, b), -1.0, 64)[1, 64](x, out)
assert out[0] == x.max()
make_reduction(lambda a, b: a + b, 0.0, 32)[1, 32](x, out)
assert np.isclose(out[0], x.sum())
