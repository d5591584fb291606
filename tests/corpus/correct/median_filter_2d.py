"""A 3 x 3 median of an image in a local array; the border stays."""

import numpy as np
from numba import cuda, uint8


@cuda.jit
def median3(image, out):
    x, y = cuda.grid(2)
    h, w = image.shape
    if x < 1 or y < 1 or x >= w - 1 or y >= h - 1:
        return
    v = cuda.local.array(9, uint8)
    n = 0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            v[n] = image[y + dy, x + dx]
            n += 1
    for i in range(5):
        smallest = i
        for j in range(i + 1, 9):
            if v[j] < v[smallest]:
                smallest = j
        v[i], v[smallest] = v[smallest], v[i]
    out[y, x] = v[4]


image = np.random.default_rng(23).integers(0, 256, (20, 25)).astype(np.uint8)
out = image.copy()
median3[(4, 3), (8, 8)](image, out)
windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3)).reshape(18, 23, 9)
assert np.array_equal(out[1:-1, 1:-1], np.median(windows, axis=2))
assert np.array_equal(out[0], image[0])
