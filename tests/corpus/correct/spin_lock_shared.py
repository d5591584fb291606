"""A lock in shared memory between the warps of a block; one lane of each warp takes it."""

import numpy as np
from numba import cuda, int32


@cuda.jit
def count(out):
    lock = cuda.shared.array(1, int32)
    total = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        lock[0] = 0
        total[0] = 0
    cuda.syncthreads()
    if t % 32 == 0:
        while cuda.atomic.cas(lock, 0, 0, 1) != 0:
            pass
        cuda.threadfence_block()
        total[0] += t
        cuda.threadfence_block()
        cuda.atomic.exch(lock, 0, 0)
    cuda.syncthreads()
    if t == 0:
        out[cuda.blockIdx.x] = total[0]


out = np.zeros(2, np.int32)
count[2, 128](out)
assert list(out) == [192, 192]
