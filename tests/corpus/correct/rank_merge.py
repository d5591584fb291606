"""Two sorted lists merged: every thread finds the place of its element by bisection."""

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def count_below(x, v, or_equal):
    low, high = 0, x.size
    while low < high:
        middle = (low + high) // 2
        if x[middle] < v or (or_equal and x[middle] == v):
            low = middle + 1
        else:
            high = middle
    return low


@cuda.jit
def merge(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i + count_below(b, a[i], False)] = a[i]
    if i < b.size:
        out[i + count_below(a, b[i], True)] = b[i]


rng = np.random.default_rng(5)
a, b = np.sort(rng.integers(0, 30, 50)), np.sort(rng.integers(0, 30, 40))
out = np.zeros(90, np.int64)
merge[2, 32](a, b, out)
assert np.array_equal(out, np.sort(np.concatenate([a, b])))
