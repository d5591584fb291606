"""Mandelbrot: steps until a point escapes; arithmetic and divergence, hardly any memory."""

import numpy as np
from numba import cuda

SIZES = {"height": 64, "width": 64}
THREADS = ("width", "height")
BLOCK = (16, 16)
MOST_STEPS = 64
FLOPS = "7 * 64 * height * width"
BYTES = "4 * height * width"
LEFT, RIGHT, BOTTOM, TOP = np.float32(-2), np.float32(0.5), np.float32(-1.25), np.float32(1.25)
TWO, FOUR = np.float32(2), np.float32(4)


@cuda.jit
def mandelbrot(steps):
    col, row = cuda.grid(2)
    if row < steps.shape[0] and col < steps.shape[1]:
        a = LEFT + (RIGHT - LEFT) * np.float32(col) / np.float32(steps.shape[1])
        b = BOTTOM + (TOP - BOTTOM) * np.float32(row) / np.float32(steps.shape[0])
        x = np.float32(0)
        y = np.float32(0)
        count = 0
        while count < MOST_STEPS and x * x + y * y < FOUR:
            x, y = x * x - y * y + a, TWO * x * y + b
            count += 1
        steps[row, col] = count


def inputs(height, width, seed):
    return {"steps": np.zeros((height, width), np.int32)}


def numpy_twin(steps):
    height, width = steps.shape
    col, row = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
    a = (LEFT + (RIGHT - LEFT) * col / np.float32(width))[np.newaxis, :]
    b = (BOTTOM + (TOP - BOTTOM) * row / np.float32(height))[:, np.newaxis]
    x, y = np.zeros(steps.shape, np.float32), np.zeros(steps.shape, np.float32)
    steps[:] = 0
    inside = np.ones(steps.shape, bool)
    for _ in range(MOST_STEPS):
        inside &= x * x + y * y < FOUR
        steps[inside] += 1
        x, y = np.where(inside, (x * x - y * y + a, TWO * x * y + b), (x, y))
