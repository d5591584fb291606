"""Turns a picture by an angle with bilinear interpolation; points from outside stay black."""

import math

import numpy as np
from numba import cuda


@cuda.jit
def rotate(src, dst, angle):
    x, y = cuda.grid(2)
    h, w = src.shape
    if x >= w or y >= h:
        return
    c, s = math.cos(angle), math.sin(angle)
    cx, cy = (w - 1) / 2, (h - 1) / 2
    sx = c * (x - cx) + s * (y - cy) + cx
    sy = -s * (x - cx) + c * (y - cy) + cy
    x0, y0 = int(math.floor(sx)), int(math.floor(sy))
    if x0 < 0 or y0 < 0 or x0 + 1 >= w or y0 + 1 >= h:
        return
    fx, fy = sx - x0, sy - y0
    top = src[y0, x0] * (1 - fx) + src[y0, x0 + 1] * fx
    bottom = src[y0 + 1, x0] * (1 - fx) + src[y0 + 1, x0 + 1] * fx
    dst[y, x] = top * (1 - fy) + bottom * fy


rows, cols = np.mgrid[0:21, 0:21]
src = (2.0 * rows + 3.0 * cols).astype(np.float64)
dst = np.full((21, 21), -1.0)
rotate[(3, 3), (8, 8)](src, dst, math.pi / 2)
assert np.allclose(dst[5:15, 5:15], np.rot90(src, -1)[5:15, 5:15])
