"""Connected components: labels fall by atomic minima until nothing changes."""

import numpy as np
from numba import cuda


@cuda.jit
def spread(edges, labels, changed):
    e = cuda.grid(1)
    if e < edges.shape[0]:
        a, b = edges[e, 0], edges[e, 1]
        la = cuda.atomic.min(labels, a, 1 << 30)
        lb = cuda.atomic.min(labels, b, 1 << 30)
        if la < lb:
            cuda.atomic.min(labels, b, la)
            cuda.atomic.add(changed, 0, 1)
        elif lb < la:
            cuda.atomic.min(labels, a, lb)
            cuda.atomic.add(changed, 0, 1)


edges = np.array([[0, 1], [1, 2], [3, 4], [5, 6], [6, 7], [7, 5], [2, 9]])
labels = np.arange(10)
while True:
    changed = np.zeros(1, np.int32)
    spread[1, 32](edges, labels, changed)
    if not changed[0]:
        break
assert list(labels) == [0, 0, 0, 3, 3, 5, 5, 5, 8, 0]
