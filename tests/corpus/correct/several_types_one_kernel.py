"""One kernel launched with different types, from a function and from a method."""

import numpy as np
from numba import cuda


@cuda.jit
def axpb(x, a, b):
    i = cuda.grid(1)
    if i < x.shape[0]:
        x[i] = x[i] * a + b


class Model:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def apply(self, x):
        axpb[(x.size + 31) // 32, 32](x, self.a, self.b)
        return x


def run(dtype):
    x = np.arange(50, dtype=dtype)
    assert np.array_equal(Model(3, 1).apply(x), np.arange(50) * 3 + 1), dtype


for kind in (np.int8, np.uint8, np.int16, np.int32, np.int64, np.float32, np.float64):
    if kind in (np.int8, np.uint8):
        x = np.arange(50, dtype=kind)
        axpb[2, 32](x, kind(2), kind(1))
        assert np.array_equal(x, (np.arange(50) * 2 + 1).astype(kind))
    else:
        run(kind)
