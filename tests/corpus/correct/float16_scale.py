"""Half precision: each operation is rounded to float16."""

import numpy as np
from numba import cuda


@cuda.jit
def scale(x, y, factor):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * factor + y[i]


rng = np.random.default_rng(32)
x, y = rng.random(100).astype(np.float16), rng.random(100).astype(np.float16)
want = x.astype(np.float32) * 0.5 + y
scale[2, 64](x, y, np.float16(0.5))
assert np.allclose(y, want, rtol=2e-3)
