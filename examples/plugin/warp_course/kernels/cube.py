"""Cube: y = x * x * x, one thread for each element.

The line names its element three times, and the emulator loads it as often. The compiler for a GPU
may load it once and keep the value in a register.
"""

import numpy as np
from numba import cuda

SIZES = {"n": 1000}
THREADS = ("n",)
BLOCK = (256,)


@cuda.jit
def cube(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i] * x[i]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = x * x * x
