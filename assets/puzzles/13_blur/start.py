"""Blur: each element becomes the sum of the nine around it; beyond the ends there is 0."""

import numpy as np
from numba import cuda

SIZES = {"n": 256}
THREADS = ("n",)
BLOCK = (64,)
OUTPUTS = ("y",)
MAX_BLOCK = (1024,)

RADIUS = 4
ZERO = np.float32(0)


@cuda.jit
def blur(x, y):
    i = cuda.grid(1)
    if i < x.size:
        total = ZERO
        for j in range(max(i - RADIUS, 0), min(i + RADIUS + 1, x.size)):
            total += x[j]
        y[i] = total


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    padded = np.pad(x, RADIUS)
    y[:] = sum(padded[k : k + x.size] for k in range(2 * RADIUS + 1))
