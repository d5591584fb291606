"""Small integers wrap in arrays, not in expressions; truth values add up."""

import numpy as np
from numba import cuda


@cuda.jit
def kernel(x, flags, out):
    i = cuda.grid(1)
    if i < x.size:
        y = x[i] + x[i]
        x[i] = y
        out[i, 0] = y
        out[i, 1] = flags[i] + flags[(i + 1) % flags.size]
        out[i, 2] = not flags[i]


x = np.array([100, -100, 127, 5], np.int8)
flags = np.array([True, True, False, True])
out = np.zeros((4, 3), np.int64)
kernel[1, 4](x, flags, out)
assert list(out[:, 0]) == [200, -200, 254, 10]
assert list(x) == [-56, 56, -2, 10]
assert list(out[:, 1]) == [2, 1, 1, 2]
assert list(out[:, 2]) == [0, 0, 1, 0]
