"""Resize: a picture in another size, each new pixel mixed from the four old ones around it.

**What happens.** A network wants pictures of one size, cameras make others. One thread makes one
pixel of the new picture. It asks where the middle of its pixel lies in the old picture: at
(row + 1/2) * old height / new height - 1/2, and likewise for the column. That place is seldom the
middle of a pixel. So it takes the four around it and weighs them by how near they are, first
along the row, then down the column. This is *bilinear*.

**Why one half.** A pixel is a small square, and its colour belongs to its middle, half a pixel
from its edge. Who forgets the two halves moves the whole picture a little to the side, and the
network sees other pictures than the ones it was trained with.

**Why the threads belong to the new picture.** Threads for the old pixels would have to *scatter*:
some new pixels would be written twice, others never. A thread for each new pixel *gathers* what
it needs, and each pixel is written exactly once.

**Why whole numbers.** Places are counted in 256ths of a pixel, and a weight is a number from 0 to
256. So the sums are exact, and every machine gives the same picture. Many libraries do it so.

**Why it is slow.** Three bytes for a pixel: neighbouring lanes write 3 bytes apart, and a warp
touches the same sectors again for red, green and blue. When the picture gets larger, neighbours
read the same four pixels, mostly from the cache.

**What to try.** Set the new height to 6 and the new width to 8: each new pixel has looked at four
old ones, and there are 64 for it. To shrink well, one blurs first. Set the new sizes to the old
ones: nothing changes. In a copy leave out the two halves and look closely.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"height": 48, "width": 64, "new_height": 72, "new_width": 96}
BLOCK = (32, 8)
THREADS = ("new_width", "new_height")
OUTPUTS = ("target",)
FLOPS = "0"  # it counts in whole numbers
BYTES = "3 * (height * width + new_height * new_width)"
SHOW = {"source": "picture", "target": "picture"}

ONE = 256  # pixel, and so many parts it has


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def place(index, old, new):
    return max((2 * index + 1) * old * (ONE // 2) // new - ONE // 2, 0)


@cuda.jit(device=True, inline="always")
def mixed(first, second, weight):
    return np.int32(first) * (ONE - weight) + np.int32(second) * weight  # more than a byte holds


@cuda.jit
def resize_bilinear(source, target):
    col, row = cuda.grid(2)
    if row < target.shape[0] and col < target.shape[1]:
        down = place(row, source.shape[0], target.shape[0])
        right = place(col, source.shape[1], target.shape[1])
        top, below = down // ONE, down % ONE
        left, beside = right // ONE, right % ONE
        bottom = min(top + 1, source.shape[0] - 1)
        far = min(left + 1, source.shape[1] - 1)
        for c in range(3):
            upper = mixed(source[top, left, c], source[top, far, c], beside)
            lower = mixed(source[bottom, left, c], source[bottom, far, c], beside)
            target[row, col, c] = (mixed(upper, lower, below) + ONE * ONE // 2) // (ONE * ONE)


def inputs(height, width, new_height, new_width, seed):
    rng = np.random.default_rng(seed)
    source = landscape(height, width, rng)
    return {"source": source, "target": np.zeros((new_height, new_width, 3), np.uint8)}


def landscape(height, width, rng):
    """The sun in the sky above green hills, elsewhere for each seed."""
    v, u = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j, 0:1][:2]
    sun_u, sun_v, phase = rng.uniform((0.2, 0.2, 0), (0.8, 0.35, 6))
    picture = (1 - v) * (60, 120, 220) + v * (230, 220, 200)
    sun = np.hypot(4 / 3 * (u - sun_u), v - sun_v) < 0.13
    picture = np.where(sun, (255, 210, 40), picture)
    hills = v > 0.65 + 0.12 * np.sin(7 * u + phase)
    return np.where(hills, (1.2 - v) * (110, 230, 70), picture).astype(np.uint8)


def numpy_twin(source, target):
    top, bottom, below = numpy_places(source.shape[0], target.shape[0])
    left, far, beside = numpy_places(source.shape[1], target.shape[1])
    below, beside = below[:, np.newaxis, np.newaxis], beside[:, np.newaxis]
    wide = source[:, left] * (ONE - beside) + source[:, far] * beside
    total = wide[top] * (ONE - below) + wide[bottom] * below
    target[:] = (total + ONE * ONE // 2) // (ONE * ONE)


def numpy_places(old, new):
    places = np.maximum((2 * np.arange(new) + 1) * old * (ONE // 2) // new - ONE // 2, 0)
    first = places // ONE
    return first, np.minimum(first + 1, old - 1), places % ONE


@njit
def resize_row(source, target, row):
    height, width, _ = source.shape
    new_height, new_width, _ = target.shape
    half = ONE // 2
    down = max((2 * row + 1) * height * half // new_height - half, 0)
    upper = source[down // ONE]
    lower = source[min(down // ONE + 1, height - 1)]
    below = down % ONE
    for col in range(new_width):
        right = max((2 * col + 1) * width * half // new_width - half, 0)
        left = right // ONE
        far = min(left + 1, width - 1)
        beside = right % ONE
        for c in range(3):
            above = upper[left, c] * (ONE - beside) + upper[far, c] * beside
            under = lower[left, c] * (ONE - beside) + lower[far, c] * beside
            total = above * (ONE - below) + under * below
            target[row, col, c] = (total + ONE * ONE // 2) // (ONE * ONE)


@njit
def one_thread(source, target):
    for row in range(target.shape[0]):
        resize_row(source, target, row)


@njit(parallel=True)
def all_threads(source, target):
    for row in prange(target.shape[0]):
        resize_row(source, target, row)


if __name__ == "__main__":
    source, target = inputs(30, 40, 20, 60, seed=0).values()
    expected = np.zeros_like(target)
    numpy_twin(source, expected)
    d_source = cuda.to_device(source)
    d_target = cuda.device_array_like(target)
    resize_bilinear[(2, 3), (32, 8)](d_source, d_target)
    d_target.copy_to_host(target)
    assert np.array_equal(target, expected), "resize_bilinear is wrong"
    print("resize_bilinear is right")
