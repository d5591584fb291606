"""Division, remainder, shifts and bits of negative and unsigned numbers."""

import numpy as np
from numba import cuda


@cuda.jit
def bits(x, u, out):
    i = cuda.grid(1)
    if i >= x.size:
        return
    v = x[i]
    out[i, 0] = v // 3
    out[i, 1] = v % 3
    out[i, 2] = v >> 1
    out[i, 3] = v << 2
    out[i, 4] = ~v
    out[i, 5] = v ^ 21
    out[i, 6] = -v
    out[i, 7] = abs(v)
    out[i, 8] = u[i] * u[i] + 3


x = np.arange(-20, 20)
u = np.arange(40, dtype=np.uint32) * 100000
out = np.zeros((40, 9), np.int64)
bits[2, 32](x, u, out)
square = u.astype(np.uint64) * u.astype(np.uint64) + np.uint64(3)
want = [x // 3, x % 3, x >> 1, x << 2, ~x, x ^ 21, -x, abs(x), square.astype(np.int64)]
assert np.array_equal(out, np.transpose(want))
