"""The distance of two series that may be stretched: one launch for each diagonal of the table."""

import math

import numpy as np
from numba import cuda


@cuda.jit
def diagonal(a, b, cost, number):
    k = cuda.grid(1)
    row = max(0, number - b.size + 1) + k
    column = number - row
    if row < a.size and column >= 0:
        here = abs(a[row] - b[column])
        best = math.inf
        if row > 0:
            best = min(best, cost[row - 1, column])
        if column > 0:
            best = min(best, cost[row, column - 1])
        if row > 0 and column > 0:
            best = min(best, cost[row - 1, column - 1])
        cost[row, column] = here if row == 0 and column == 0 else here + best


rng = np.random.default_rng(4)
a, b = rng.random(23), rng.random(31)
cost = cuda.device_array((a.size, b.size), np.float64)
on_device = cuda.to_device(a), cuda.to_device(b)
for number in range(a.size + b.size - 1):
    diagonal[1, 32](*on_device, cost, number)
found = cost.copy_to_host()

table = np.full((a.size + 1, b.size + 1), np.inf)
table[0, 0] = 0
for i in range(a.size):
    for j in range(b.size):
        before = min(table[i, j], table[i, j + 1], table[i + 1, j])
        table[i + 1, j + 1] = abs(a[i] - b[j]) + before
np.testing.assert_allclose(found, table[1:, 1:], rtol=1e-12)
