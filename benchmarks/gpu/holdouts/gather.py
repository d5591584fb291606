"""Gather: y[i] = x[where[i]] with random places, so that each lane needs a sector of its own."""

import numpy as np
from numba import cuda

SIZES = {"n": 1024}
THREADS = ("n",)
BLOCK = (256,)
FLOPS = "0"
BYTES = "12 * n"


@cuda.jit
def gather(where, x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = x[where[i]]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    where = rng.permutation(n).astype(np.int32)
    return {"where": where, "x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(where, x, y):
    y[:] = x[where]
