"""A long prefix sum: each block its part, the sums of the blocks, then the offsets added."""

import numpy as np
from numba import cuda, float64

B = 32


@cuda.jit
def scan_blocks(x, sums):
    s = cuda.shared.array(B, float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    s[t] = x[i] if i < x.size else 0.0
    for step in range(5):
        cuda.syncthreads()
        left = s[t - (1 << step)] if t >= 1 << step else 0.0
        cuda.syncthreads()
        s[t] += left
    if i < x.size:
        x[i] = s[t]
    if t == B - 1:
        sums[cuda.blockIdx.x] = s[t]


@cuda.jit
def add_offsets(x, offsets):
    i = cuda.grid(1)
    if i < x.size and cuda.blockIdx.x > 0:
        x[i] += offsets[cuda.blockIdx.x - 1]


x = np.random.default_rng(12).random(150)
want = np.cumsum(x)
sums = np.zeros(5)
scan_blocks[5, B](x, sums)
add_offsets[5, B](x, np.cumsum(sums))
assert np.allclose(x, want)
