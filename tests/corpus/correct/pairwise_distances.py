"""Distances of all pairs of points; the matrix has a row per point of the first set."""

import math

import numpy as np
from numba import cuda


@cuda.jit
def distances(a, b, d):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < b.shape[0]:
        s = 0.0
        for k in range(a.shape[1]):
            diff = a[i, k] - b[j, k]
            s += diff**2
        d[i, j] = math.sqrt(s)


rng = np.random.default_rng(40)
a, b = rng.random((21, 3)), rng.random((34, 3))
d = np.zeros((21, 34))
distances[(3, 3), (8, 16)](a, b, d)
assert np.allclose(d, np.linalg.norm(a[:, None] - b[None], axis=2))
