"""Mandelbrot: how long a number stays small, asked for every pixel, and never equally long.

**What happens.** Each pixel stands for a complex number c. Its thread begins with z = 0 and
computes z * z + c, again and again. For some c this stays near 0 for ever: they are the *Mandelbrot
set*, the bright heart of the picture. For others |z| soon grows beyond 2, and never comes back. The
result is the number of turns until then, at most `limit`: the *escape time*.

**Why it suits a GPU.** Every pixel is computed from nothing but its own place. Hardly any memory is
touched: 4 bytes are written, for hundreds of operations.

**Why many lanes wait.** The lanes of a warp take their turns together. A lane whose number has
left stops, but the warp goes on until its *last* lane has finished. Far from the edge all lanes
leave after the same few turns, or none leaves at all, and that is fine. At the edge one lane makes
5 turns and its neighbour all of them: the warp takes as long as the slowest, and most of it is
idle.

**Why the shape of the block matters.** With a block of 32 x 8 a warp is a line of 32 pixels, and a
long line is likely to cross an edge. With a block of 8 x 4 a warp is a patch of 8 x 4 pixels. They
are nearer to each other, so they stay together longer.

**Why float64.** At the edge the last digit decides who leaves when. A GPU multiplies and adds in
one step, without rounding in between, and a CPU may not: in float32 a few pixels would come out
differently. Most GPUs pay for float64, with 32 or 64 times slower arithmetic. A picture on a screen
would be just as fine in float32.

**What to try.** Look at the warp efficiency: less than half. Set the block to 8 x 4: nearly three
quarters. Choose a warp at the edge and watch its lanes drop out one by one. Set the limit to
200: the picture gets sharper, and the efficiency worse. Why?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"height": 64, "width": 96, "limit": 50}
BLOCK = (32, 8)
THREADS = ("width", "height")
OUTPUTS = ("turns",)
BYTES = "4 * height * width"
SHOW = {"turns": "pictures"}


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def turns_of(real, imaginary, limit):
    x = 0.0
    y = 0.0
    turns = 0
    while turns < limit and x * x + y * y <= 4.0:
        x, y = x * x - y * y + real, 2.0 * x * y + imaginary
        turns += 1
    return turns


@cuda.jit
def mandelbrot(left, top, step, limit, turns):
    col, row = cuda.grid(2)
    if row < turns.shape[0] and col < turns.shape[1]:
        turns[row, col] = turns_of(left + col * step, top - row * step, limit)


def inputs(height, width, limit, seed):
    rng = np.random.default_rng(seed)
    step = 2.6 / height * rng.uniform(0.95, 1.05)
    return {
        "left": np.float64(-0.7 - step * width / 2),  # -0.7 + 0i is in the middle
        "top": np.float64(step * height / 2),
        "step": np.float64(step),
        "limit": np.int32(limit),
        "turns": np.zeros((height, width), np.int32),
    }


def numpy_twin(left, top, step, limit, turns):
    height, width = turns.shape
    real = np.tile(left + np.arange(width) * step, height)
    imaginary = np.repeat(top - np.arange(height) * step, width)
    x, y, inside = np.zeros_like(real), np.zeros_like(real), np.arange(turns.size)
    turns[:] = 0
    for _ in range(limit):
        stays = x * x + y * y <= 4
        if not stays.all():  # the points that have left need no more turns
            inside, real, imaginary, x, y = (a[stays] for a in (inside, real, imaginary, x, y))
        turns.flat[inside] += 1
        x, y = x * x - y * y + real, 2 * x * y + imaginary


@njit
def turns_on_the_cpu(real, imaginary, limit):
    x = 0.0
    y = 0.0
    turns = 0
    while turns < limit and x * x + y * y <= 4.0:
        x, y = x * x - y * y + real, 2.0 * x * y + imaginary
        turns += 1
    return turns


@njit
def one_thread(left, top, step, limit, turns):
    for row in range(turns.shape[0]):
        for col in range(turns.shape[1]):
            turns[row, col] = turns_on_the_cpu(left + col * step, top - row * step, limit)


@njit(parallel=True)
def all_threads(left, top, step, limit, turns):
    for index in prange(turns.size):  # pixels, not rows: those in the middle take longest
        row = index // turns.shape[1]
        col = index % turns.shape[1]
        turns[row, col] = turns_on_the_cpu(left + col * step, top - row * step, limit)


if __name__ == "__main__":
    left, top, step, limit, turns = inputs(20, 30, 25, seed=0).values()
    expected = np.zeros_like(turns)
    numpy_twin(left, top, step, limit, expected)
    d_turns = cuda.device_array_like(turns)
    mandelbrot[(1, 3), (32, 8)](left, top, step, limit, d_turns)
    d_turns.copy_to_host(turns)
    assert np.array_equal(turns, expected), "mandelbrot is wrong"
    print("mandelbrot is right")
