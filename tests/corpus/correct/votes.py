"""Votes of a warp: all, any and ballot."""

import numpy as np
from numba import cuda


@cuda.jit
def vote(x, every, some, bits):
    i = cuda.grid(1)
    big = x[i] > 50
    a = cuda.all_sync(0xFFFFFFFF, big)
    b = cuda.any_sync(0xFFFFFFFF, big)
    c = cuda.ballot_sync(0xFFFFFFFF, big)
    if i % 32 == 0:
        every[i // 32] = a
        some[i // 32] = b
        bits[i // 32] = cuda.popc(c)


x = np.concatenate([np.zeros(32), np.full(32, 99), np.arange(32, 64)])
every, some, bits = (np.zeros(3, np.int32) for _ in range(3))
vote[1, 96](x, every, some, bits)
assert [list(map(bool, every)), list(map(bool, some))] == [[0, 1, 0], [0, 1, 1]]
assert list(bits) == [0, 32, 13]
