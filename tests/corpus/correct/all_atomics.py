"""Every atomic once, on one word each, with the old values that do not depend on the order."""

import numpy as np
from numba import cuda


@cuda.jit
def atomics(w, u):
    i = cuda.threadIdx.x
    cuda.atomic.add(w, 0, i)
    cuda.atomic.sub(w, 1, i)
    cuda.atomic.max(w, 2, i)
    cuda.atomic.min(w, 3, i)
    cuda.atomic.and_(w, 4, ~(1 << (i % 8)))
    cuda.atomic.or_(w, 5, 1 << (i % 8))
    cuda.atomic.xor(w, 6, 3)
    cuda.atomic.exch(w, 7, 77)
    cuda.atomic.cas(w, 8, 0, 5)
    cuda.atomic.inc(u, 0, 9)
    cuda.atomic.dec(u, 1, 9)


w = np.zeros(9, np.int32)
w[3], w[4] = 50, -1
u = np.zeros(2, np.uint32)
atomics[1, 33](w, u)
assert list(w) == [528, -528, 32, 0, -256, 255, 3, 77, 5]
assert list(u) == [3, 7]
