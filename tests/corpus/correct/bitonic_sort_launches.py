"""A bitonic sort in global memory, one launch for each step of the network."""

import numpy as np
from numba import cuda


@cuda.jit
def bitonic_step(x, j, k):
    i = cuda.grid(1)
    partner = i ^ j
    if partner > i:
        if (i & k) == 0:
            if x[i] > x[partner]:
                tmp = x[i]
                x[i] = x[partner]
                x[partner] = tmp
        else:
            if x[i] < x[partner]:
                tmp = x[i]
                x[i] = x[partner]
                x[partner] = tmp


x = np.random.default_rng(27).integers(0, 1000, 256).astype(np.int32)
d_x = cuda.to_device(x)
k = 2
while k <= 256:
    j = k >> 1
    while j:
        bitonic_step[4, 64](d_x, j, k)
        j >>= 1
    k <<= 1
assert np.array_equal(d_x.copy_to_host(), np.sort(x))
