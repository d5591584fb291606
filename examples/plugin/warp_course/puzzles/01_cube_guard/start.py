"""The guard of the cube: compute every cube, and touch nothing behind the end of x."""

import numpy as np
from numba import cuda

SIZES = {"n": 1000}
THREADS = ("n",)
BLOCK = (256,)
OUTPUTS = ("y",)


@cuda.jit
def cube_guard(x, y):
    i = cuda.grid(1)
    # Write one line here: which threads have an element?
    y[i] = x[i] * x[i] * x[i]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = x * x * x
