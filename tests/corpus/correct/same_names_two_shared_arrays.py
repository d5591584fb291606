"""Two shared arrays of different types, filled and used in one round."""

import numpy as np
from numba import cuda, float32, int32


@cuda.jit
def weighted(x, w, out):
    values, weights = cuda.shared.array(32, float32), cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    values[t], weights[t] = x[t], w[t]
    cuda.syncthreads()
    if t == 0:
        total, count = float32(0), 0
        for k in range(32):
            total += values[k] * weights[k]
            count += weights[k]
        out[0] = total / count


rng = np.random.default_rng(41)
x = rng.random(32, dtype=np.float32)
w = rng.integers(1, 5, 32).astype(np.int32)
out = np.zeros(1, np.float32)
weighted[1, 32](x, w, out)
assert np.isclose(out[0], np.average(x, weights=w), rtol=1e-4)
