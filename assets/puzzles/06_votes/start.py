"""Votes: count how often each of ten numbers stands in x."""

import numpy as np
from numba import cuda

SIZES = {"n": 500}
THREADS = ("n",)
BLOCK = (64,)
OUTPUTS = ("counts",)


@cuda.jit
def votes(x, counts):
    i = cuda.grid(1)
    if i < x.size:
        counts[x[i]] += 1


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.integers(0, 10, n, dtype=np.int32), "counts": np.zeros(10, np.int32)}


def numpy_twin(x, counts):
    counts[:] = np.bincount(x, minlength=10)
