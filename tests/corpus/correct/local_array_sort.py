"""Each thread sorts a row of its own in a local array."""

import numpy as np
from numba import cuda, int32

N = 9


@cuda.jit
def medians(rows, out):
    i = cuda.grid(1)
    if i >= rows.shape[0]:
        return
    window = cuda.local.array(N, int32)
    for k in range(N):
        window[k] = rows[i, k]
    for k in range(1, N):
        v = window[k]
        j = k - 1
        while j >= 0 and window[j] > v:
            window[j + 1] = window[j]
            j -= 1
        window[j + 1] = v
    out[i] = window[N // 2]


rows = np.random.default_rng(22).integers(0, 100, (70, N)).astype(np.int32)
out = np.zeros(70, np.int32)
medians[3, 32](rows, out)
assert np.array_equal(out, np.median(rows, axis=1))
