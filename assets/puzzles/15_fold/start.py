"""Fold: the sum of x; each block folds its values in half until one is left."""

import numpy as np
from numba import cuda

SIZES = {"n": 500}
THREADS = ("n",)
BLOCK = (64,)
OUTPUTS = ("total",)
MAX_BLOCK = (1024,)

ZERO = np.float32(0)


@cuda.jit
def fold(x, total):
    part = cuda.shared.array(1024, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    part[t] = x[i] if i < x.size else ZERO
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        # Write here: add the upper half of the `active` values to the lower half
        active = half
    if t == 0:
        cuda.atomic.add(total, 0, part[0])


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "total": np.zeros(1, np.float64)}


def numpy_twin(x, total):
    total[0] = x.sum(dtype=np.float64)
