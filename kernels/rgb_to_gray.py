"""Gray: a colour picture becomes a gray one, one thread for each pixel.

**What happens.** Each thread reads the three bytes of its pixel, red, green and blue, and writes
one byte, how bright it is. The eye is not equally fond of the three: green counts 59 %, red 30 %,
blue 11 %. Plain thirds would make a blue sky much too bright.

**Why whole numbers.** 0.299, 0.587 and 0.114 are written as so many 65536ths: 19595, 38470 and
7471. Multiplied, added, half of 65536 added for rounding, divided by 65536. Nothing is lost, and
every machine gives the same byte. For 65536 = 2 to the 16th a division is a shift.

**Why a 32-bit number in between.** A byte holds 0 to 255, and 255 * 38470 is far beyond. The bytes
are taken into int32 before they are multiplied, and only the result goes back into a byte.

**Why it is slow all the same.** Four bytes move for a handful of operations. The three bytes of a
pixel are three loads. For each of them a warp touches the same 96 bytes, which are 3 sectors, and
uses a third of them; the cache has to keep them for the next. The store is better: 32 bytes in a
row, 1 sector.

**What to try.** Compare the sectors of the three loads and of the store. In a copy use the mean of
the three colours and look at the sky. Set the block to 8 x 32: what becomes of the store?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"height": 48, "width": 64}
BLOCK = (32, 8)
THREADS = ("width", "height")
OUTPUTS = ("gray",)
FLOPS = "0"  # it counts in whole numbers
BYTES = "4 * height * width"
SHOW = {"pixels": "picture", "gray": "picture"}

RED = 19595  # the three add up to 65536
GREEN = 38470
BLUE = 7471
ONE = 65536


@cuda.jit
def rgb_to_gray(pixels, gray):
    col, row = cuda.grid(2)
    if row < pixels.shape[0] and col < pixels.shape[1]:
        red = np.int32(pixels[row, col, 0])
        green = np.int32(pixels[row, col, 1])
        blue = np.int32(pixels[row, col, 2])
        gray[row, col] = (RED * red + GREEN * green + BLUE * blue + ONE // 2) // ONE


def inputs(height, width, seed):
    rng = np.random.default_rng(seed)
    return {"pixels": landscape(height, width, rng), "gray": np.zeros((height, width), np.uint8)}


def landscape(height, width, rng):
    """The sun in the sky above green hills, elsewhere for each seed."""
    v, u = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j, 0:1][:2]
    sun_u, sun_v, phase = rng.uniform((0.2, 0.2, 0), (0.8, 0.35, 6))
    picture = (1 - v) * (60, 120, 220) + v * (230, 220, 200)
    sun = np.hypot(4 / 3 * (u - sun_u), v - sun_v) < 0.13
    picture = np.where(sun, (255, 210, 40), picture)
    hills = v > 0.65 + 0.12 * np.sin(7 * u + phase)
    return np.where(hills, (1.2 - v) * (110, 230, 70), picture).astype(np.uint8)


def numpy_twin(pixels, gray):
    gray[:] = (pixels @ np.array([RED, GREEN, BLUE]) + ONE // 2) // ONE


@njit
def one_thread(pixels, gray):
    for row in range(pixels.shape[0]):
        for col in range(pixels.shape[1]):
            red = np.int32(pixels[row, col, 0])
            green = np.int32(pixels[row, col, 1])
            blue = np.int32(pixels[row, col, 2])
            gray[row, col] = (RED * red + GREEN * green + BLUE * blue + ONE // 2) // ONE


@njit(parallel=True)
def all_threads(pixels, gray):
    for row in prange(pixels.shape[0]):
        for col in range(pixels.shape[1]):
            red = np.int32(pixels[row, col, 0])
            green = np.int32(pixels[row, col, 1])
            blue = np.int32(pixels[row, col, 2])
            gray[row, col] = (RED * red + GREEN * green + BLUE * blue + ONE // 2) // ONE


if __name__ == "__main__":
    pixels, gray = inputs(20, 50, seed=0).values()
    expected = np.zeros_like(gray)
    numpy_twin(pixels, expected)
    d_pixels = cuda.to_device(pixels)
    d_gray = cuda.device_array_like(gray)
    rgb_to_gray[(2, 3), (32, 8)](d_pixels, d_gray)
    d_gray.copy_to_host(gray)
    assert np.array_equal(gray, expected), "rgb_to_gray is wrong"
    print("rgb_to_gray is right")
