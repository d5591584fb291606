"""A polynomial in double precision by Horner's rule over an array of coefficients."""

import numpy as np
from numba import cuda


@cuda.jit
def horner(coefficients, x, y):
    i = cuda.grid(1)
    if i < x.size:
        value = 0.0
        for c in coefficients:
            value = value * x[i] + c
        y[i] = value


x = np.linspace(-2, 2, 99)
y = np.zeros(99)
horner[1, 128](np.array([3.0, -2.0, 0.5, 7.0]), x, y)
assert np.allclose(y, np.polyval([3.0, -2.0, 0.5, 7.0], x))
