"""All shortest paths, a launch for each vertex on the way; only what gets shorter is written."""

import numpy as np
from numba import cuda


@cuda.jit
def relax(d, k):
    j, i = cuda.grid(2)
    if i < d.shape[0] and j < d.shape[1]:
        over = d[i, k] + d[k, j]
        if over < d[i, j]:
            d[i, j] = over


n = 20
d = np.random.default_rng(35).integers(1, 100, (n, n)).astype(np.int32)
np.fill_diagonal(d, 0)
want = d.copy()
on_device = cuda.to_device(d)
for k in range(n):
    relax[(2, 2), (16, 16)](on_device, k)
    want = np.minimum(want, want[:, k : k + 1] + want[k : k + 1, :])
assert np.array_equal(on_device.copy_to_host(), want)
