"""A summed-area table: a launch along the rows, a launch along the columns."""

import numpy as np
from numba import cuda


@cuda.jit
def along_rows(a):
    r = cuda.grid(1)
    if r < a.shape[0]:
        for c in range(1, a.shape[1]):
            a[r, c] += a[r, c - 1]


@cuda.jit
def along_columns(a):
    c = cuda.grid(1)
    if c < a.shape[1]:
        for r in range(1, a.shape[0]):
            a[r, c] += a[r - 1, c]


a = np.random.default_rng(9).integers(0, 10, (25, 40))
d = cuda.to_device(a)
along_rows[1, 32](d)
along_columns[2, 32](d)
assert np.array_equal(d.copy_to_host(), a.cumsum(0).cumsum(1))
