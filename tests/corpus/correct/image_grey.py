"""A colour picture becomes grey: three channels, sums wider than the bytes."""

import numpy as np
from numba import cuda


@cuda.jit
def grey(rgb, out):
    col, row = cuda.grid(2)
    if row < out.shape[0] and col < out.shape[1]:
        r, g, b = rgb[row, col, 0], rgb[row, col, 1], rgb[row, col, 2]
        out[row, col] = (r * 77 + g * 150 + b * 29) >> 8


rgb = np.random.default_rng(34).integers(0, 256, (15, 22, 3)).astype(np.uint8)
out = np.zeros((15, 22), np.uint8)
grey[(2, 2), (16, 16)](rgb, out)
wide = rgb.astype(np.int64)
assert np.array_equal(out, (wide[..., 0] * 77 + wide[..., 1] * 150 + wide[..., 2] * 29) >> 8)
