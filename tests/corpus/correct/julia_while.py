"""A Julia set in real arithmetic with a while loop; neighbours leave after different counts."""

import numpy as np
from numba import cuda


@cuda.jit
def julia(out, cr, ci):
    x, y = cuda.grid(2)
    if x >= out.shape[1] or y >= out.shape[0]:
        return
    zr = -1.5 + 3.0 * x / (out.shape[1] - 1)
    zi = -1.5 + 3.0 * y / (out.shape[0] - 1)
    count = 0
    while zr * zr + zi * zi < 4.0 and count < 50:
        zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
        count += 1
    out[y, x] = count


out = np.zeros((21, 31), np.int32)
julia[(4, 3), (8, 8)](out, -0.8, 0.156)
zr, zi = np.meshgrid(-1.5 + 3.0 * np.arange(31) / 30, -1.5 + 3.0 * np.arange(21) / 20)
want, inside = np.zeros((21, 31), int), np.ones((21, 31), bool)
for _ in range(50):
    inside &= zr * zr + zi * zi < 4.0
    want += inside
    zr, zi = (
        np.where(inside, zr * zr - zi * zi - 0.8, zr),
        np.where(inside, 2 * zr * zi + 0.156, zi),
    )
assert (out != want).mean() < 0.02
