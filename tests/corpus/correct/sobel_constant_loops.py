"""The Sobel operator with its weights computed in the loops."""

import math

import numpy as np
from numba import cuda


@cuda.jit
def sobel(img, out):
    x, y = cuda.grid(2)
    h, w = img.shape
    if 0 < x < w - 1 and 0 < y < h - 1:
        gx = 0
        gy = 0
        for i in range(-1, 2):
            weight = 2 if i == 0 else 1
            gx += weight * (int(img[y + i, x + 1]) - int(img[y + i, x - 1]))
            gy += weight * (int(img[y + 1, x + i]) - int(img[y - 1, x + i]))
        out[y, x] = min(255, int(math.sqrt(gx * gx + gy * gy)))


img = np.random.default_rng(8).integers(0, 256, (18, 21)).astype(np.uint8)
out = np.zeros_like(img)
sobel[(3, 3), (8, 8)](img, out)
p = img.astype(int)
gx = (p[:-2, 2:] - p[:-2, :-2]) + 2 * (p[1:-1, 2:] - p[1:-1, :-2]) + (p[2:, 2:] - p[2:, :-2])
gy = (p[2:, :-2] - p[:-2, :-2]) + 2 * (p[2:, 1:-1] - p[:-2, 1:-1]) + (p[2:, 2:] - p[:-2, 2:])
want = np.minimum(255, np.sqrt(gx * gx + gy * gy).astype(int))
assert np.array_equal(out[1:-1, 1:-1], want)
