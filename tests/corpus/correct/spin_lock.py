"""A lock by compare-and-swap; one thread of each block changes two numbers together."""

import numpy as np
from numba import cuda


@cuda.jit
def deposit(lock, account):
    if cuda.threadIdx.x == 0:
        while cuda.atomic.cas(lock, 0, 0, 1) != 0:
            pass
        cuda.threadfence()
        account[0] += cuda.blockIdx.x
        account[1] += 1
        cuda.threadfence()
        cuda.atomic.exch(lock, 0, 0)


lock = np.zeros(1, np.int32)
account = np.zeros(2, np.int64)
deposit[8, 32](lock, account)
assert list(account) == [28, 8]
assert lock[0] == 0
