"""Rays against spheres: device functions with several results, and the nearest hit."""

import math

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def hit(ox, oy, oz, dx, dy, dz, cx, cy, cz, r):
    lx, ly, lz = cx - ox, cy - oy, cz - oz
    along = lx * dx + ly * dy + lz * dz
    if along < 0:
        return False, 0.0
    d2 = lx * lx + ly * ly + lz * lz - along * along
    if d2 > r * r:
        return False, 0.0
    return True, along - math.sqrt(r * r - d2)


@cuda.jit
def render(spheres, image):
    x, y = cuda.grid(2)
    if x >= image.shape[1] or y >= image.shape[0]:
        return
    px = (x - image.shape[1] / 2) / image.shape[1]
    py = (y - image.shape[0] / 2) / image.shape[0]
    n = math.sqrt(px * px + py * py + 1)
    nearest = math.inf
    for k in range(spheres.shape[0]):
        found, t = hit(
            0.0,
            0.0,
            0.0,
            px / n,
            py / n,
            1 / n,
            spheres[k, 0],
            spheres[k, 1],
            spheres[k, 2],
            spheres[k, 3],
        )
        if found and t < nearest:
            nearest = t
    image[y, x] = nearest if nearest < math.inf else 0.0


spheres = np.array([[0.0, 0.0, 3.0, 0.5], [0.5, 0.2, 5.0, 1.0]])
image = np.zeros((20, 30))
render[(4, 3), (8, 8)](spheres, image)
assert math.isclose(image[10, 15], 2.5)
assert image[0, 0] == 0
assert 0.05 < (image > 0).mean() < 0.5
