"""Rotate: a picture turned by any angle, each new pixel gathered from where it came from.

**What happens.** Each thread has one pixel of the new picture, and asks: where was this pixel
before the picture was turned? It turns its place *back* around the middle of the picture, and
finds itself somewhere between four old pixels. It mixes them, each by how near it is. What lies
outside the picture counts as black. The picture turns to the left, against the clock.

**Why backwards.** To turn every old pixel forwards would be a *scatter*: threads write to places
that they compute. Some new pixels would be hit twice, and others, because of rounding, not at all:
a picture with holes. Turning back is a *gather*: threads read from places that they compute.
Everyone may read what another one reads, and each new pixel is written exactly once.

**Why the angle decides how fast it is.** The lanes of a warp have 32 new pixels side by side. In
the old picture they lie on a slanted line. With a small angle the line stays in one row or two. At
90 degrees it runs down a column, and each lane needs another row: up to 32 sectors for one load,
where 4 or 5 would do. The store never suffers.

**What helps.** Blocks that are as high as they are wide: a square of the new picture comes from a
square of the old one, and what one warp leaves over in a sector another one of the block finds in
the cache. GPUs also have *textures*, pictures whose order in memory is made for just this.

**What to try.** Set the degrees to 90, to 180 and to 360, and watch the sectors of the loads. Set
the block to 8 x 4 with 90 degrees: a third of the sectors is left. Turn a picture of 40 x 64 by 45
degrees: its corners are gone. What would have to change so that all of it fits?
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"height": 64, "width": 64, "degrees": 30}
BLOCK = (32, 8)
THREADS = ("width", "height")
OUTPUTS = ("target",)
FLOPS = "30 * height * width"  # cosine, sine and all
BYTES = "8 * height * width"
SHOW = {"source": "picture", "target": "picture"}
TOLERANCE = 1e-3  # far from the middle a last digit of the angle moves a pixel a little

ZERO, HALF, ONE = np.float32(0), np.float32(0.5), np.float32(1)


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def pixel_or_black(picture, row, col):
    if 0 <= row < picture.shape[0] and 0 <= col < picture.shape[1]:
        return picture[row, col]
    return ZERO


@cuda.jit
def rotate_image(source, angle, target):
    col, row = cuda.grid(2)
    height, width = target.shape
    if row < height and col < width:
        cosine = math.cos(angle)
        sine = math.sin(angle)
        middle_u = np.float32(width - 1) * HALF
        middle_v = np.float32(height - 1) * HALF
        right = np.float32(col) - middle_u
        down = np.float32(row) - middle_v
        u = cosine * right - sine * down + middle_u
        v = sine * right + cosine * down + middle_v
        left = np.int64(math.floor(u))
        top = np.int64(math.floor(v))
        beside = u - np.float32(left)
        below = v - np.float32(top)
        upper = (ONE - beside) * pixel_or_black(source, top, left)
        upper += beside * pixel_or_black(source, top, left + 1)
        lower = (ONE - beside) * pixel_or_black(source, top + 1, left)
        lower += beside * pixel_or_black(source, top + 1, left + 1)
        target[row, col] = (ONE - below) * upper + below * lower


def inputs(height, width, degrees, seed):
    rng = np.random.default_rng(seed)
    return {
        "source": clock(height, width, rng),
        "angle": np.float32(math.radians(degrees % 360)),
        "target": np.zeros((height, width), np.float32),
    }


def clock(height, width, rng):
    """A dial with twelve marks and two hands, which tell another time for each seed."""
    v, u = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    distance, direction = np.hypot(u, v), np.arctan2(u, -v)  # the direction from 12 o'clock on
    picture = np.where(distance < 0.95, 0.25, 0.0)
    from_mark = np.abs((direction * 6 / np.pi + 0.5) % 1 - 0.5)
    picture[(distance > 0.75) & (distance < 0.88) & (from_mark < 0.15)] = 0.7
    minutes = rng.uniform(0, 720)
    for hand, length in ((2 * np.pi * minutes / 720, 0.45), (2 * np.pi * minutes / 60, 0.7)):
        along, across = np.sin(hand) * u - np.cos(hand) * v, np.cos(hand) * u + np.sin(hand) * v
        picture[(along > -0.08) & (along < length) & (np.abs(across) < 0.06)] = 1
    return picture.astype(np.float32)


def numpy_twin(source, angle, target):
    height, width = target.shape
    right = np.arange(width, dtype=np.float32) - np.float32((width - 1) / 2)
    down = np.arange(height, dtype=np.float32)[:, np.newaxis] - np.float32((height - 1) / 2)
    u = np.cos(angle) * right - np.sin(angle) * down + np.float32((width - 1) / 2)
    v = np.sin(angle) * right + np.cos(angle) * down + np.float32((height - 1) / 2)
    beside, below = u - np.floor(u), v - np.floor(v)
    left = np.clip(np.floor(u).astype(np.int64) + 1, 0, width + 1)  # in the framed picture
    top = np.clip(np.floor(v).astype(np.int64) + 1, 0, height + 1)
    framed = np.pad(source, (1, 2))
    upper = (1 - beside) * framed[top, left] + beside * framed[top, left + 1]
    lower = (1 - beside) * framed[top + 1, left] + beside * framed[top + 1, left + 1]
    target[:] = (1 - below) * upper + below * lower


@njit
def turn_row(source, angle, target, row):
    height, width = target.shape
    cosine, sine = math.cos(angle), math.sin(angle)  # once, not for every pixel
    down = np.float32(row) - np.float32(height - 1) * HALF
    for col in range(width):
        right = np.float32(col) - np.float32(width - 1) * HALF
        u = cosine * right - sine * down + np.float32(width - 1) * HALF
        v = sine * right + cosine * down + np.float32(height - 1) * HALF
        left, top = math.floor(u), math.floor(v)
        beside, below = u - np.float32(left), v - np.float32(top)
        total = ZERO
        for i in range(2):
            for j in range(2):
                if 0 <= top + i < height and 0 <= left + j < width:
                    weight = (below if i else ONE - below) * (beside if j else ONE - beside)
                    total += weight * source[top + i, left + j]
        target[row, col] = total


@njit
def one_thread(source, angle, target):
    for row in range(target.shape[0]):
        turn_row(source, angle, target, row)


@njit(parallel=True)
def all_threads(source, angle, target):
    for row in prange(target.shape[0]):
        turn_row(source, angle, target, row)


if __name__ == "__main__":
    source, angle, target = inputs(20, 30, 30, seed=0).values()
    expected = np.zeros_like(target)
    numpy_twin(source, angle, expected)
    d_source = cuda.to_device(source)
    d_target = cuda.device_array_like(target)
    rotate_image[(1, 3), (32, 8)](d_source, angle, d_target)
    d_target.copy_to_host(target)
    assert np.allclose(target, expected, atol=1e-3), "rotate_image is wrong"
    print("rotate_image is right")
