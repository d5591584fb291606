"""RGB to HSV: which hue a pixel has, how much of it, and how bright it is.

**What happens.** Red, green and blue say how a screen makes a colour. *Hue*, *saturation* and
*value* say what one sees: the place on the colour circle from 0 (red) over 1/3 (green) and 2/3
(blue) back to 1, how far from gray, and how bright. One thread turns one pixel round. Saturation
and value follow from the largest and the smallest of the three. The hue depends on *which* of them
is the largest.

**Why anybody wants this.** To find ripe tomatoes in red, green and blue, one has to know the
light. The hue hardly changes when a cloud passes. And a network that has seen its pictures with
hues a little turned and colours a little paler is harder to fool.

**Why there are branches.** A gray pixel has no hue, and for the others there are three formulas.
Where a warp has pixels of two sorts, it walks through the formulas one after the other. In a
picture neighbours are mostly alike: sky beside sky, hill beside hill. So only warps at an edge
diverge. With the same pixels in random order nearly every warp would.

**Why planes.** Each of the three results is a picture of its own, `hsv[0]`, `hsv[1]` and `hsv[2]`,
so that neighbouring lanes write neighbouring numbers. The bytes of the input lie three by three.

**What to try.** Look at the three planes: where is the sun in each of them? Follow a warp through
the middle of the picture and find the place where it diverges. Set the block to 8 x 4: a
warp is a patch of the picture then, not a line across it, and half of the divergence is gone. What
does it cost in sectors?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"height": 48, "width": 64}
BLOCK = (32, 8)
THREADS = ("width", "height")
OUTPUTS = ("hsv",)
FLOPS = "7 * height * width"
BYTES = "15 * height * width"
SHOW = {"pixels": "picture", "hsv": "pictures"}
TOLERANCE = 1e-5

ZERO = np.float32(0)
BYTE = np.float32(1 / 255)
SIXTH = np.float32(1 / 6)
TWO, FOUR, SIX = np.float32(2), np.float32(4), np.float32(6)


@cuda.jit
def rgb_to_hsv(pixels, hsv):
    col, row = cuda.grid(2)
    if row < pixels.shape[0] and col < pixels.shape[1]:
        red = np.float32(pixels[row, col, 0])
        green = np.float32(pixels[row, col, 1])
        blue = np.float32(pixels[row, col, 2])
        largest = max(red, green, blue)
        spread = largest - min(red, green, blue)
        hue = ZERO
        saturation = ZERO
        if spread > ZERO:
            saturation = spread / largest
            if largest == red:
                hue = (green - blue) / spread
                if hue < ZERO:
                    hue += SIX
            elif largest == green:
                hue = TWO + (blue - red) / spread
            else:
                hue = FOUR + (red - green) / spread
        hsv[0, row, col] = hue * SIXTH
        hsv[1, row, col] = saturation
        hsv[2, row, col] = largest * BYTE


def inputs(height, width, seed):
    rng = np.random.default_rng(seed)
    pixels = landscape(height, width, rng)
    return {"pixels": pixels, "hsv": np.zeros((3, height, width), np.float32)}


def landscape(height, width, rng):
    """The sun in the sky above green hills, elsewhere for each seed."""
    v, u = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j, 0:1][:2]
    sun_u, sun_v, phase = rng.uniform((0.2, 0.2, 0), (0.8, 0.35, 6))
    picture = (1 - v) * (60, 120, 220) + v * (230, 220, 200)
    sun = np.hypot(4 / 3 * (u - sun_u), v - sun_v) < 0.13
    picture = np.where(sun, (255, 210, 40), picture)
    hills = v > 0.65 + 0.12 * np.sin(7 * u + phase)
    return np.where(hills, (1.2 - v) * (110, 230, 70), picture).astype(np.uint8)


def numpy_twin(pixels, hsv):
    red, green, blue = np.moveaxis(pixels, 2, 0).astype(np.float32)
    largest = pixels.max(axis=2).astype(np.float32)
    spread = largest - pixels.min(axis=2)
    safe = np.maximum(spread, 1)  # where it is 0 there is no hue
    by_colour = [
        (green - blue) / safe % SIX,
        TWO + (blue - red) / safe,
        FOUR + (red - green) / safe,
    ]
    hsv[0] = np.where(spread > 0, np.choose(pixels.argmax(axis=2), by_colour), 0) * SIXTH
    hsv[1] = spread / np.maximum(largest, 1)
    hsv[2] = largest * BYTE


@njit
def convert_row(pixels, hsv, row):
    for col in range(pixels.shape[1]):
        red = np.float32(pixels[row, col, 0])
        green = np.float32(pixels[row, col, 1])
        blue = np.float32(pixels[row, col, 2])
        largest = max(red, green, blue)
        spread = largest - min(red, green, blue)
        hue = ZERO
        if spread > ZERO:
            if largest == red:
                hue = (green - blue) / spread
                if hue < ZERO:
                    hue += SIX
            elif largest == green:
                hue = TWO + (blue - red) / spread
            else:
                hue = FOUR + (red - green) / spread
        hsv[0, row, col] = hue * SIXTH
        hsv[1, row, col] = spread / max(largest, np.float32(1))
        hsv[2, row, col] = largest * BYTE


@njit
def one_thread(pixels, hsv):
    for row in range(pixels.shape[0]):
        convert_row(pixels, hsv, row)


@njit(parallel=True)
def all_threads(pixels, hsv):
    for row in prange(pixels.shape[0]):
        convert_row(pixels, hsv, row)


if __name__ == "__main__":
    pixels, hsv = inputs(20, 50, seed=0).values()
    expected = np.zeros_like(hsv)
    numpy_twin(pixels, expected)
    d_pixels = cuda.to_device(pixels)
    d_hsv = cuda.device_array_like(hsv)
    rgb_to_hsv[(2, 3), (32, 8)](d_pixels, d_hsv)
    d_hsv.copy_to_host(hsv)
    assert np.allclose(hsv, expected, atol=1e-5), "rgb_to_hsv is wrong"
    print("rgb_to_hsv is right")
