"""Neighbours: each element plus the one before and the one after; beyond the ends there is 0."""

import numpy as np
from numba import cuda

SIZES = {"n": 100}
THREADS = ("n",)
BLOCK = (32,)
OUTPUTS = ("y",)


@cuda.jit
def neighbours(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i - 1] + x[i] + x[i + 1]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = x
    y[1:] += x[:-1]
    y[:-1] += x[1:]
