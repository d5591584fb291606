"""Histogram, shared: each block counts in shared memory, then adds its counts to the result."""

import numpy as np
from numba import cuda

SIZES = {"n": 1024}
THREADS = ("(n + 15) // 16",)
BLOCK = (256,)
OUTPUTS = ("bins",)
FLOPS = "0"
BYTES = "n + 2048"
BINS = 256


@cuda.jit
def histogram_shared(values, bins):
    part = cuda.shared.array(BINS, np.int32)
    for k in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        part[k] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        cuda.atomic.add(part, values[i], 1)
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        cuda.atomic.add(bins, k, part[k])


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, BINS, n, dtype=np.uint8)
    return {"values": values, "bins": np.zeros(BINS, np.int32)}


def numpy_twin(values, bins):
    bins[:] = np.bincount(values, minlength=BINS)
