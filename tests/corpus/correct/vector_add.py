"""c = a + b with a guard; the last block is only partly used."""

import numpy as np
from numba import cuda


@cuda.jit
def vector_add(a, b, c):
    i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    if i < c.size:
        c[i] = a[i] + b[i]


n = 1000
a = np.arange(n, dtype=np.float32)
b = np.ones(n, dtype=np.float32)
d_a, d_b = cuda.to_device(a), cuda.to_device(b)
d_c = cuda.device_array(n, dtype=np.float32)
threads = 128
blocks = (n + threads - 1) // threads
vector_add[blocks, threads](d_a, d_b, d_c)
assert np.array_equal(d_c.copy_to_host(), a + b)
