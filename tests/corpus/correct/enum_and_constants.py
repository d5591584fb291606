"""Enumerations and constants of the module choose between ways through a kernel."""

from enum import IntEnum

import numpy as np
from numba import cuda


class Mode(IntEnum):
    COPY = 0
    DOUBLE = 1
    NEGATE = 2


LIMIT = 100.0


@cuda.jit
def apply(x, mode):
    i = cuda.grid(1)
    if i < x.size:
        if mode == Mode.DOUBLE:
            x[i] = min(2 * x[i], LIMIT)
        elif mode == Mode.NEGATE:
            x[i] = -x[i]


x = np.arange(60.0)
apply[2, 32](x, Mode.DOUBLE)
assert np.array_equal(x, np.minimum(2 * np.arange(60.0), 100))
apply[2, 32](x, Mode.NEGATE)
assert x[59] == -100
