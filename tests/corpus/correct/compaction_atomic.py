"""Keeps the positive numbers; an atomic counter gives each its place, in any order."""

import numpy as np
from numba import cuda


@cuda.jit
def keep_positive(x, out, count):
    i = cuda.grid(1)
    if i < x.size and x[i] > 0:
        place = cuda.atomic.add(count, 0, 1)
        out[place] = x[i]


x = np.random.default_rng(17).normal(size=500)
out = np.zeros(500)
count = np.zeros(1, np.int64)
keep_positive[5, 100](x, out, count)
assert count[0] == (x > 0).sum()
assert np.array_equal(np.sort(out[: count[0]]), np.sort(x[x > 0]))
