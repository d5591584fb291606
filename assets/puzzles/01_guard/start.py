"""The guard: double every element of x, and touch nothing behind its end."""

import numpy as np
from numba import cuda

SIZES = {"n": 100}
THREADS = ("n",)
BLOCK = (32,)
OUTPUTS = ("y",)


@cuda.jit
def guard(x, y):
    i = cuda.grid(1)
    # Write one line here: which threads have an element?
    y[i] = 2 * x[i]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = 2 * x
