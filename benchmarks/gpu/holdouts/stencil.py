"""Stencil: y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3, read from global memory three times."""

import numpy as np
from numba import cuda

SIZES = {"n": 1024}
THREADS = ("n",)
BLOCK = (256,)
FLOPS = "3 * n"
BYTES = "8 * n"
THIRD = np.float32(1 / 3)


@cuda.jit
def stencil(x, y):
    i = cuda.grid(1)
    if i > 0 and i < x.size - 1:
        y[i] = (x[i - 1] + x[i] + x[i + 1]) * THIRD


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[1:-1] = (x[:-2] + x[1:-1] + x[2:]) * THIRD
