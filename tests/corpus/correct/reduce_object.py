"""cuda.reduce makes a host function out of an addition."""

import numpy as np
from numba import cuda


@cuda.reduce
def total(a, b):
    return a + b


x = np.arange(1234)
assert total(x) == x.sum()
assert total(x, init=5) == x.sum() + 5
