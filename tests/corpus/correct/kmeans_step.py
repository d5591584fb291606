"""One step of k-means: nearest centre for each point, sums by atomics on a matrix."""

import numpy as np
from numba import cuda, float32


@cuda.jit
def assign(points, centres, sums, counts):
    i = cuda.grid(1)
    if i >= points.shape[0]:
        return
    best = -1
    best_d = float32(1e30)
    for k in range(centres.shape[0]):
        d = float32(0)
        for j in range(points.shape[1]):
            diff = points[i, j] - centres[k, j]
            d += diff * diff
        if d < best_d:
            best_d = d
            best = k
    for j in range(points.shape[1]):
        cuda.atomic.add(sums, (best, j), points[i, j])
    cuda.atomic.add(counts, best, 1)


rng = np.random.default_rng(7)
points = rng.random((120, 2), dtype=np.float32)
centres = rng.random((4, 2), dtype=np.float32)
sums, counts = np.zeros((4, 2), np.float32), np.zeros(4, np.int32)
assign[4, 32](points, centres, sums, counts)
nearest = ((points[:, None] - centres[None]) ** 2).sum(2).argmin(1)
assert np.array_equal(counts, np.bincount(nearest, minlength=4))
for k in range(4):
    assert np.allclose(sums[k], points[nearest == k].sum(0), atol=1e-3)
