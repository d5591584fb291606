"""A sum by shuffles: inside each warp first, then across the warps of the block."""

import numpy as np
from numba import cuda, float32


@cuda.jit(device=True)
def warp_sum(value):
    offset = 16
    while offset > 0:
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, offset)
        offset //= 2
    return value


@cuda.jit
def block_sum(x, out):
    sums = cuda.shared.array(32, float32)
    i = cuda.grid(1)
    lane = cuda.threadIdx.x % 32
    warp = cuda.threadIdx.x // 32
    value = x[i] if i < x.size else float32(0)
    value = warp_sum(value)
    if lane == 0:
        sums[warp] = value
    cuda.syncthreads()
    if warp == 0:
        value = sums[lane] if lane < cuda.blockDim.x // 32 else float32(0)
        value = warp_sum(value)
        if lane == 0:
            cuda.atomic.add(out, 0, value)


x = np.ones(1000, np.float32)
out = np.zeros(1, np.float32)
block_sum[4, 256](x, out)
assert out[0] == 1000
