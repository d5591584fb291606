"""A histogram of each block in shared memory first, then added to the global one."""

import numpy as np
from numba import cuda, uint32

BINS = 64


@cuda.jit
def histogram(values, bins):
    local_bins = cuda.shared.array(BINS, uint32)
    t = cuda.threadIdx.x
    for b in range(t, BINS, cuda.blockDim.x):
        local_bins[b] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(local_bins, values[i], uint32(1))
    cuda.syncthreads()
    for b in range(t, BINS, cuda.blockDim.x):
        cuda.atomic.add(bins, b, local_bins[b])


values = np.random.default_rng(16).integers(0, BINS, 1000).astype(np.uint8)
bins = np.zeros(BINS, np.uint32)
histogram[8, 128](values, bins)
assert np.array_equal(bins, np.bincount(values, minlength=BINS))
