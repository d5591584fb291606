"""Parts of device arrays are passed to kernels."""

import numpy as np
from numba import cuda


@cuda.jit
def add_one(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


d = cuda.to_device(np.zeros(100, np.int32))
add_one[1, 64](d[10:60])
host = d.copy_to_host()
assert host.sum() == 50
assert host[10:60].all()
