"""Nested conditional expressions, names that live in one branch only, reversed ranges."""

import numpy as np
from numba import cuda


@cuda.jit
def classify(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        sign = 1 if v > 0 else (-1 if v < 0 else 0)
        if sign > 0:
            weight = 2.5
        else:
            weight = 1.5
        total = 0
        for k in range(5, -1, -2):
            if k == 3 and v > 0.5:
                continue
            total += k
        out[i] = sign * weight + total


x = np.linspace(-1, 1, 41)
out = np.zeros(41)
classify[2, 32](x, out)
want = np.sign(x) * np.where(x > 0, 2.5, 1.5) + np.where(x > 0.5, 6, 9)
assert np.allclose(out, want)
