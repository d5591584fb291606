"""Breadth-first search, a launch per level; compare-and-swap claims each vertex once."""

import numpy as np
from numba import cuda


@cuda.jit
def expand(starts, edges, level, depth, changed):
    v = cuda.grid(1)
    if v < level.size and cuda.atomic.add(level, v, 0) == depth:
        for e in range(starts[v], starts[v + 1]):
            if cuda.atomic.cas(level, edges[e], -1, depth + 1) == -1:
                cuda.atomic.max(changed, 0, 1)


n = 60
neighbours = [[(v * 2 + 1) % n, (v + 7) % n] for v in range(n)]
starts = np.arange(0, 2 * n + 1, 2, dtype=np.int32)
edges = np.array(neighbours, np.int32).ravel()
level = np.full(n, -1, np.int32)
level[0] = 0
want, frontier, depth = {0: 0}, [0], 0
while frontier:
    changed = np.zeros(1, np.int32)
    expand[2, 32](starts, edges, level, depth, changed)
    found = {w for v in frontier for w in neighbours[v]} - set(want)
    depth += 1
    want.update(dict.fromkeys(found, depth))
    frontier = sorted(found)
    assert changed[0] == bool(found)
assert all(level[v] == d for v, d in want.items())
