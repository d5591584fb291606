"""Stride loop: more elements than threads, so each thread takes several."""

import numpy as np
from numba import cuda

SIZES = {"n": 1000}
THREADS = ("min(n, 128)",)
BLOCK = (32,)
OUTPUTS = ("y",)


@cuda.jit
def stride_loop(x, y):
    first = cuda.grid(1)
    step = 1  # How far is it to the next element of this thread?
    for i in range(first, x.size, step):
        y[i] = 2 * x[i]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = 2 * x
