"""The Mandelbrot set with complex numbers: every thread iterates until its point escapes."""

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def mandel(c, max_iters):
    z = 0j
    for i in range(max_iters):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag >= 4:
            return i
    return max_iters


@cuda.jit
def mandel_kernel(min_x, max_x, min_y, max_y, image, iters):
    height, width = image.shape
    x, y = cuda.grid(2)
    if x < width and y < height:
        real = min_x + x * (max_x - min_x) / width
        imag = min_y + y * (max_y - min_y) / height
        image[y, x] = mandel(complex(real, imag), iters)


image = np.zeros((24, 36), np.uint8)
mandel_kernel[(3, 3), (16, 8)](-2.0, 1.0, -1.0, 1.0, image, 20)
x = -2.0 + np.arange(36) * 3.0 / 36
y = -1.0 + np.arange(24) * 2.0 / 24
c = x[None, :] + 1j * y[:, None]
want, z, inside = np.full(c.shape, 20), np.zeros_like(c), np.ones(c.shape, bool)
for i in range(20):
    z = np.where(inside, z * z + c, z)
    gone = inside & (abs(z) ** 2 >= 4)
    want[gone] = i
    inside &= ~gone
assert (image != want).mean() < 0.01
