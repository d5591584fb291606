"""Warp-aggregated atomics: one atomic per warp, ranks by ballot and popc."""

import numpy as np
from numba import cuda


@cuda.jit
def keep(x, out, count):
    i = cuda.grid(1)
    lane = cuda.laneid
    mask = cuda.ballot_sync(0xFFFFFFFF, i < x.size and x[i] > 50)
    if i < x.size and x[i] > 50:
        leader = cuda.ffs(mask) - 1
        base = 0
        if lane == leader:
            base = cuda.atomic.add(count, 0, cuda.popc(mask))
        base = cuda.shfl_sync(mask, base, leader)
        out[base + cuda.popc(mask & ((1 << lane) - 1))] = x[i]


x = np.random.default_rng(2).integers(0, 100, 200)
out, count = np.zeros(200, np.int64), np.zeros(1, np.int32)
keep[4, 64](x, out, count)
assert count[0] == (x > 50).sum()
assert np.array_equal(np.sort(out[: count[0]]), np.sort(x[x > 50]))
