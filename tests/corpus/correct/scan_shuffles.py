"""Block-wide scan: warps by shuffles, warp totals scanned by the first warp."""

import numpy as np
from numba import cuda, int32


@cuda.jit(device=True)
def warp_scan(v, lane):
    d = 1
    while d < 32:
        up = cuda.shfl_up_sync(0xFFFFFFFF, v, d)
        if lane >= d:
            v += up
        d <<= 1
    return v


@cuda.jit
def scan(x, out):
    totals = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    lane, warp = t & 31, t >> 5
    v = warp_scan(x[t], lane)
    if lane == 31:
        totals[warp] = v
    cuda.syncthreads()
    if warp == 0:
        n = cuda.blockDim.x >> 5
        w = totals[lane] if lane < n else 0
        totals[lane] = warp_scan(w, lane)
    cuda.syncthreads()
    out[t] = v + (totals[warp - 1] if warp > 0 else 0)


x = np.random.default_rng(1).integers(0, 9, 256).astype(np.int32)
out = np.zeros(256, np.int32)
scan[1, 256](x, out)
assert np.array_equal(out, np.cumsum(x))
