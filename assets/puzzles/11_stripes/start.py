"""Stripes: each thread doubles eight elements."""

import numpy as np
from numba import cuda

SIZES = {"n": 2048}
THREADS = ("(n + 7) // 8",)
BLOCK = (64,)
OUTPUTS = ("y",)


@cuda.jit
def stripes(x, y):
    t = cuda.grid(1)
    for k in range(8):
        i = 8 * t + k
        if i < x.size:
            y[i] = 2 * x[i]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = 2 * x
