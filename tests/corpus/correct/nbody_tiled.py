"""Forces between all bodies; a block loads the positions tile by tile."""

import math

import numpy as np
from numba import cuda, float32

TILE = 32


@cuda.jit
def forces(position, mass, acc):
    tile = cuda.shared.array((TILE, 3), float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    n = position.shape[0]
    x = y = float32(0)
    if i < n:
        x, y = position[i, 0], position[i, 1]
    ax = float32(0)
    ay = float32(0)
    for start in range(0, n, TILE):
        j = start + t
        if j < n:
            tile[t, 0] = position[j, 0]
            tile[t, 1] = position[j, 1]
            tile[t, 2] = mass[j]
        cuda.syncthreads()
        for k in range(min(TILE, n - start)):
            dx = tile[k, 0] - x
            dy = tile[k, 1] - y
            d2 = dx * dx + dy * dy + float32(0.01)
            f = tile[k, 2] / (d2 * math.sqrt(d2))
            ax += f * dx
            ay += f * dy
        cuda.syncthreads()
    if i < n:
        acc[i, 0] = ax
        acc[i, 1] = ay


rng = np.random.default_rng(25)
position = rng.random((70, 2), dtype=np.float32)
mass = rng.random(70, dtype=np.float32)
acc = np.zeros((70, 2), np.float32)
forces[3, TILE](position, mass, acc)
d = position[None].astype(np.float64) - position[:, None]
want = (mass[None, :, None] * d / ((d**2).sum(2) + 0.01)[..., None] ** 1.5).sum(1)
assert np.allclose(acc, want, rtol=1e-3, atol=1e-2)
