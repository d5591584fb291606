"""The longest common subsequence by anti-diagonals, a barrier after each of them."""

import numpy as np
from numba import cuda

N = 30


@cuda.jit
def lcs(a, b, table):
    t = cuda.threadIdx.x
    for diagonal in range(2, 2 * N + 1):
        i = t + 1
        j = diagonal - i
        if 1 <= j <= N:
            if a[i - 1] == b[j - 1]:
                table[i, j] = table[i - 1, j - 1] + 1
            else:
                table[i, j] = max(table[i - 1, j], table[i, j - 1])
        cuda.syncthreads()


rng = np.random.default_rng(2)
a, b = rng.integers(0, 4, N).astype(np.uint8), rng.integers(0, 4, N).astype(np.uint8)
table = np.zeros((N + 1, N + 1), np.int32)
lcs[1, N](a, b, table)
want = np.zeros((N + 1, N + 1), np.int32)
for i in range(1, N + 1):
    for j in range(1, N + 1):
        same = a[i - 1] == b[j - 1]
        want[i, j] = want[i - 1, j - 1] + 1 if same else max(want[i - 1, j], want[i, j - 1])
assert np.array_equal(table, want)
