"""A device function with a shared array and a barrier of its own, called twice."""

import numpy as np
from numba import cuda, float64


@cuda.jit(device=True)
def block_total(value, buffer):
    t = cuda.threadIdx.x
    buffer[t] = value
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if t < step:
            buffer[t] += buffer[t + step]
        cuda.syncthreads()
        step //= 2
    total = buffer[0]
    cuda.syncthreads()
    return total


@cuda.jit
def standardise(x, out):
    buffer = cuda.shared.array(64, float64)
    i = cuda.grid(1)
    mean = block_total(x[i], buffer) / cuda.blockDim.x
    variance = block_total((x[i] - mean) ** 2, buffer) / cuda.blockDim.x
    out[i] = (x[i] - mean) / variance**0.5


x = np.random.default_rng(13).random(128)
out = np.zeros(128)
standardise[2, 64](x, out)
parts = x.reshape(2, 64)
want = (parts - parts.mean(1, keepdims=True)) / parts.std(1, keepdims=True)
assert np.allclose(out, want.ravel())
