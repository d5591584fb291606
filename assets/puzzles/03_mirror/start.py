"""Mirror: the last element of x becomes the first of y."""

import numpy as np
from numba import cuda

SIZES = {"n": 100}
THREADS = ("n",)
BLOCK = (32,)
OUTPUTS = ("y",)


@cuda.jit
def mirror(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i]  # Which element of x belongs here?


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = x[::-1]
