"""Nested loops with break, continue and else, found and not found."""

import numpy as np
from numba import cuda


@cuda.jit
def search(m, targets, out):
    i = cuda.grid(1)
    if i >= targets.size:
        return
    row = -1
    col = -1
    for r in range(m.shape[0]):
        c = 0
        while c < m.shape[1]:
            if m[r, c] == targets[i]:
                break
            c += 1
        else:
            continue
        row, col = r, c
        break
    out[i, 0] = row
    out[i, 1] = col


m = np.random.default_rng(10).permutation(60).reshape(6, 10)
targets = np.array([3, 59, 100, 0, -1])
out = np.zeros((5, 2), np.int64)
search[1, 32](m, targets, out)
for t, (r, c) in zip(targets, out, strict=True):
    found = np.argwhere(m == t)
    assert (r, c) == (tuple(found[0]) if len(found) else (-1, -1))
