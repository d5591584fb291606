"""A block sum as the first slide on reductions shows it: strides 1, 2, 4, .."""

import numpy as np
from numba import cuda, int32

BLOCK = 64


@cuda.jit
def block_sum(x, out):
    s = cuda.shared.array(BLOCK, int32)
    tid = cuda.threadIdx.x
    i = cuda.grid(1)
    s[tid] = x[i] if i < x.size else 0
    cuda.syncthreads()
    stride = 1
    while stride < cuda.blockDim.x:
        if tid % (2 * stride) == 0:
            s[tid] += s[tid + stride]
        cuda.syncthreads()
        stride *= 2
    if tid == 0:
        out[cuda.blockIdx.x] = s[0]


x = np.arange(300, dtype=np.int32)
out = np.zeros(5, np.int64)
block_sum[5, BLOCK](x, out)
assert out.sum() == x.sum()
