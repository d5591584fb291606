"""A ticket lock: tickets by atomic add, service counter polled by atomics."""

import numpy as np
from numba import cuda


@cuda.jit
def serve(ticket, serving, log, data):
    if cuda.threadIdx.x == 0:
        mine = cuda.atomic.add(ticket, 0, 1)
        while cuda.atomic.add(serving, 0, 0) != mine:
            pass
        cuda.threadfence()
        log[mine] = cuda.blockIdx.x
        data[0] = data[0] * 2 + 1
        cuda.threadfence()
        cuda.atomic.add(serving, 0, 1)


ticket, serving = np.zeros(1, np.int32), np.zeros(1, np.int32)
log, data = np.full(6, -1), np.zeros(1, np.int64)
serve[6, 32](ticket, serving, log, data)
assert sorted(log) == list(range(6))
assert data[0] == 63
