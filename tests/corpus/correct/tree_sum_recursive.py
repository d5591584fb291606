"""The sum of a binary tree below each node, children found by index."""

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def below(values, left, right, node):
    if node < 0:
        return 0
    return (
        values[node]
        + below(values, left, right, left[node])
        + below(values, left, right, right[node])
    )


@cuda.jit
def sums(values, left, right, out):
    i = cuda.grid(1)
    if i < values.size:
        out[i] = below(values, left, right, i)


values = np.arange(1, 8)
left = np.array([1, 3, 5, -1, -1, -1, -1])
right = np.array([2, 4, 6, -1, -1, -1, -1])
out = np.zeros(7, np.int64)
sums[1, 32](values, left, right, out)
assert list(out) == [28, 11, 16, 4, 5, 6, 7]
