import numpy as np
from numba import cuda


@cuda.jit
def double(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = 2 * x[i]


x = np.arange(100, dtype=np.float32)
y = np.zeros_like(x)
double[4, 32](x, y)
print(y[:10])
