"""Leftover: the sum of x, block by block; thread 0 adds up what its block has put together."""

import numpy as np
from numba import cuda

SIZES = {"n": 100}
THREADS = ("n",)
BLOCK = (32,)
OUTPUTS = ("total",)
MAX_BLOCK = (256,)


@cuda.jit
def leftover(x, total):
    part = cuda.shared.array(256, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if i < x.size:
        part[t] = x[i]
    cuda.syncthreads()
    if t == 0:
        found = np.float32(0)
        for k in range(cuda.blockDim.x):
            found += part[k]
        cuda.atomic.add(total, 0, found)


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "total": np.zeros(1, np.float64)}


def numpy_twin(x, total):
    total[0] = x.sum(dtype=np.float64)
