"""Functions of math on doubles, special values among them."""

import math

import numpy as np
from numba import cuda


@cuda.jit
def functions(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[0, i] = math.exp(v)
        out[1, i] = math.log(abs(v) + 1)
        out[2, i] = math.pow(abs(v), 0.3)
        out[3, i] = math.hypot(v, 2.0)
        out[4, i] = math.fmod(v, 0.7)
        out[5, i] = math.erf(v)
        out[6, i] = math.lgamma(abs(v) + 0.5)
        out[7, i] = math.copysign(3.0, v)
        out[8, i] = 1.0 if math.isnan(v) else 0.0
        out[9, i] = 1.0 if math.isinf(v) else 0.0
        out[10, i] = math.tanh(v) + math.atan(v)
        out[11, i] = math.ceil(v) + math.trunc(v)


x = np.linspace(-3, 3, 40)
out = np.zeros((12, 40))
functions[2, 32](x, out)
lists = [
    np.exp(x),
    np.log(abs(x) + 1),
    abs(x) ** 0.3,
    np.hypot(x, 2),
    np.fmod(x, 0.7),
    [math.erf(v) for v in x],
    [math.lgamma(abs(v) + 0.5) for v in x],
    np.copysign(3, x),
    np.isnan(x),
    np.isinf(x),
    np.tanh(x) + np.arctan(x),
    np.ceil(x) + np.trunc(x),
]
assert np.allclose(out, lists, equal_nan=True)
