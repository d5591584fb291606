"""A device function that calls itself: the greatest common divisor."""

import math

import numpy as np
from numba import cuda


@cuda.jit("int64(int64, int64)", device=True)
def gcd(a, b):
    if b == 0:
        return a
    return gcd(b, a % b)


@cuda.jit
def gcds(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = gcd(a[i], b[i])


rng = np.random.default_rng(20)
a, b = rng.integers(1, 1000, 200), rng.integers(1, 1000, 200)
out = np.zeros(200, np.int64)
gcds[2, 128](a, b, out)
assert all(out[i] == math.gcd(int(a[i]), int(b[i])) for i in range(200))
