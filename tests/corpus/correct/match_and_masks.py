"""Lanes with equal values find each other; the lowest of each group counts for all."""

import numpy as np
from numba import cuda


@cuda.jit
def count_groups(x, out):
    t = cuda.grid(1)
    peers = cuda.match_any_sync(0xFFFFFFFF, x[t])
    leader = cuda.ffs(peers) - 1
    if leader == cuda.laneid:
        cuda.atomic.add(out, x[t], cuda.popc(peers))


x = np.random.default_rng(14).integers(0, 5, 96).astype(np.int32)
out = np.zeros(5, np.int32)
count_groups[1, 96](x, out)
assert np.array_equal(out, np.bincount(x, minlength=5))
