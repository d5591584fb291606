"""The Mandelbrot set in strips, each in a stream of its own; iterations differ a lot."""

import numpy as np
from numba import cuda

WIDE, HIGH, STRIPS, MOST = 48, 36, 3, 60


@cuda.jit(device=True)
def steps_until_far(re, im, most):
    x = y = 0.0
    for step in range(most):
        if x * x + y * y > 4.0:
            return step
        x, y = x * x - y * y + re, 2.0 * x * y + im
    return most


@cuda.jit
def strip(left, top, step, first_row, counts):
    column, row = cuda.grid(2)
    if row < counts.shape[0] and column < counts.shape[1]:
        counts[row, column] = steps_until_far(
            left + column * step, top + (first_row + row) * step, MOST
        )


picture = cuda.pinned_array((HIGH, WIDE), np.int32)
rows = HIGH // STRIPS
begun, ended = cuda.event(), cuda.event()
begun.record()
for number in range(STRIPS):
    stream = cuda.stream()
    part = picture[number * rows : (number + 1) * rows]
    counts = cuda.device_array((rows, WIDE), np.int32, stream=stream)
    strip[(3, 2), (16, 8), stream](-2.0, -1.125, 1 / 16, number * rows, counts)
    counts.copy_to_host(part, stream=stream)
    stream.synchronize()
ended.record()
ended.synchronize()
assert cuda.event_elapsed_time(begun, ended) >= 0

re = -2.0 + np.arange(WIDE) / 16
c = re[None, :] + 1j * (-1.125 + np.arange(HIGH)[:, None] / 16)
z, expected = np.zeros_like(c), np.full(c.shape, MOST)
for step in range(MOST):
    far = (np.abs(z) > 2) & (expected == MOST)
    expected[far] = step
    z = np.where(expected == MOST, z * z + c, z)
assert (picture == expected).mean() > 0.999
