"""A lock with fences that reach the own block, taken by several blocks."""

import numpy as np
from numba import cuda

EXPECTED = [
    {
        "kind": "race",
        "space": "global",
        "array": "account",
        "index": (0,),
        "line": "here",
        "other_line": "here",
        "block": (0, 0, 0),
        "thread": (0, 0, 0),
        "other_block": (1, 0, 0),
        "other_thread": (0, 0, 0),
    }
]


@cuda.jit
def deposit(lock, account):
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
    cuda.threadfence_block()
    account[0] += 1  # <- here
    cuda.threadfence_block()
    cuda.atomic.exch(lock, 0, 0)


deposit[2, 1](np.zeros(1, np.int32), np.zeros(1, np.int64))
