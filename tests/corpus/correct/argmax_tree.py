"""The place of the largest element: value and index travel together through the tree."""

import numpy as np
from numba import cuda, float64, int64


@cuda.jit
def argmax(x, where):
    values = cuda.shared.array(128, float64)
    places = cuda.shared.array(128, int64)
    t = cuda.threadIdx.x
    best, place = -1.0e30, -1
    for i in range(t, x.size, 128):
        if x[i] > best:
            best, place = x[i], i
    values[t], places[t] = best, place
    cuda.syncthreads()
    step = 64
    while step >= 1:
        if t < step and values[t + step] > values[t]:
            values[t] = values[t + step]
            places[t] = places[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        where[0] = places[0]


x = np.random.default_rng(9).random(900)
where = np.zeros(1, np.int64)
argmax[1, 128](x, where)
assert where[0] == x.argmax()
