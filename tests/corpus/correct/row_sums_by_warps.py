"""Row sums: a warp per row, shuffles, several rows per block, odd widths."""

import numpy as np
from numba import cuda, float32


@cuda.jit
def row_sums(a, out):
    lane = cuda.threadIdx.x
    row = cuda.blockIdx.x * cuda.blockDim.y + cuda.threadIdx.y
    if row >= a.shape[0]:
        return
    s = float32(0)
    for c in range(lane, a.shape[1], 32):
        s += a[row, c]
    for d in (16, 8, 4, 2, 1):
        s += cuda.shfl_down_sync(0xFFFFFFFF, s, d)
    if lane == 0:
        out[row] = s


a = np.random.default_rng(0).random((11, 77), dtype=np.float32)
out = np.zeros(11, np.float32)
row_sums[3, (32, 4)](a, out)
assert np.allclose(out, a.sum(1), rtol=1e-5)
