"""Device functions that call each other, return from several places, and return pairs."""

import math

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def clamp(v, low, high):
    if v < low:
        return low
    if v > high:
        return high
    return v


@cuda.jit(device=True)
def polar(x, y):
    return math.sqrt(x * x + y * y), math.atan2(y, x)


@cuda.jit(device=True)
def shortened(x, y):
    r, phi = polar(x, y)
    return clamp(r, 0.5, 1.0), phi


@cuda.jit
def shorten(points):
    i = cuda.grid(1)
    if i < points.shape[0]:
        r, phi = shortened(points[i, 0], points[i, 1])
        points[i, 0] = r * math.cos(phi)
        points[i, 1] = r * math.sin(phi)


points = np.random.default_rng(19).normal(size=(100, 2))
r = np.hypot(points[:, 0], points[:, 1])
want = points / r[:, None] * np.clip(r, 0.5, 1.0)[:, None]
shorten[4, 32](points)
assert np.allclose(points, want)
