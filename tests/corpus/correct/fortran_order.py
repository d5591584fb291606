"""A matrix in Fortran order keeps its order, and its values."""

import numpy as np
from numba import cuda


@cuda.jit
def add_index(a):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] += 10 * i + j


a = np.asfortranarray(np.random.default_rng(10).random((7, 9)))
want = a + 10 * np.arange(7)[:, None] + np.arange(9)
add_index[(1, 2), (8, 8)](a)
assert a.flags.f_contiguous
assert np.allclose(a, want)
