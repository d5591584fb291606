"""A work queue in shared memory between the threads of a block (breadth-first fill)."""

import numpy as np
from numba import cuda, int32


@cuda.jit
def fill(grid_, start):
    queue = cuda.shared.array(256, int32)
    ends = cuda.shared.array(2, int32)
    t = cuda.threadIdx.x
    w = grid_.shape[1]
    if t == 0:
        queue[0] = start
        ends[0] = 0
        ends[1] = 1
        grid_[start // w, start % w] = 2
    cuda.syncthreads()
    while ends[0] < ends[1]:
        first, last = ends[0], ends[1]
        cuda.syncthreads()
        if t == 0:
            ends[0] = last
        for q in range(first + t, last, cuda.blockDim.x):
            cell = queue[q]
            r, c = cell // w, cell % w
            for d in range(4):
                nr = r + (1 if d == 0 else (-1 if d == 1 else 0))
                nc = c + (1 if d == 2 else (-1 if d == 3 else 0))
                inside = 0 <= nr < grid_.shape[0] and 0 <= nc < w
                if inside and cuda.atomic.cas(grid_, (nr, nc), 0, 2) == 0:
                    place = cuda.atomic.add(ends, 1, 1)
                    queue[place] = nr * w + nc
        cuda.syncthreads()


g = (np.random.default_rng(6).random((12, 14)) < 0.3).astype(np.int32)
g[0, 0] = 0
want = g.copy()
stack = [(0, 0)]
want[0, 0] = 2
while stack:
    r, c = stack.pop()
    for nr, nc in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
        if 0 <= nr < 12 and 0 <= nc < 14 and want[nr, nc] == 0:
            want[nr, nc] = 2
            stack.append((nr, nc))
fill[1, 32](g, 0)
assert np.array_equal(g, want)
