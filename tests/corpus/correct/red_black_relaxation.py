"""Gauss-Seidel in place: a launch for the red points, one for the black ones."""

import numpy as np
from numba import cuda


@cuda.jit
def relax(u, colour):
    i, j = cuda.grid(2)
    if i > 0 and j > 0 and i < u.shape[0] - 1 and j < u.shape[1] - 1 and (i + j) % 2 == colour:
        u[i, j] = (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) / 4


u = np.random.default_rng(38).random((14, 17))
want = u.copy()
for colour in (0, 1):
    relax[(2, 3), (8, 8)](u, colour)
    mean = (want[:-2, 1:-1] + want[2:, 1:-1] + want[1:-1, :-2] + want[1:-1, 2:]) / 4
    i, j = np.mgrid[1:13, 1:16]
    want[1:-1, 1:-1] = np.where((i + j) % 2 == colour, mean, want[1:-1, 1:-1])
assert np.allclose(u, want)
