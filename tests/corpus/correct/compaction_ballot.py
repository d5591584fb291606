"""Keeps odd numbers in order inside a warp: a ballot tells each lane how many come before it."""

import numpy as np
from numba import cuda


@cuda.jit
def keep_odd(x, out, counts):
    lane = cuda.laneid
    warp = cuda.grid(1) // 32
    value = x[cuda.grid(1)]
    keep = value % 2 == 1
    votes = cuda.ballot_sync(0xFFFFFFFF, keep)
    before = cuda.popc(votes & ((1 << lane) - 1))
    if keep:
        out[warp, before] = value
    if lane == 0:
        counts[warp] = cuda.popc(votes)


x = np.random.default_rng(18).integers(0, 50, 128)
out, counts = np.zeros((4, 32), np.int64), np.zeros(4, np.int32)
keep_odd[2, 64](x, out, counts)
for w in range(4):
    part = x[w * 32 : w * 32 + 32]
    odd = part[part % 2 == 1]
    assert counts[w] == odd.size
    assert np.array_equal(out[w, : odd.size], odd)
