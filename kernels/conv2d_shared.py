"""Convolution, shared: the pixels that a block needs are fetched once, with a halo around them.

**What happens.** It is *Convolution* again, and the result is the same. A block of 16 x 16 threads
makes 16 x 16 pixels of one feature map. With a filter of 3 x 3 it needs 18 x 18 pixels of `x`: its
own, and a *halo* of two more columns and rows. Its threads load these into shared memory, wait for
each other, and then each takes its 9 pixels from there. With several channels this is repeated for
each of them.

**Why a thread loads more than one pixel.** 256 threads have 324 pixels to load. So each thread
takes the pixel with its own number, then the one 256 further on, as long as there are any. Nothing
in this depends on the shape of the block.

**Why there are two barriers.** The first stands between loading and using: most pixels that a
thread uses were loaded by others. The second stands after using: without it a quick warp would
load the next channel over pixels that a slow one still needs.

**Why the tile is 48 wide.** A warp is two rows of the block, and 32 lanes want 32 different banks.
When a row of the tile is 48 numbers long, the second row begins 16 banks further on, just where
the first one ends. With 24 numbers, which would be enough, half of the second row would hit the
banks of the first.

**What it saves.** 324 loads from global memory serve 256 threads, where *Convolution* makes 2304.
The other reads go to shared memory, which answers more than ten times as soon as DRAM. It costs two
barriers for each channel, idle threads in the second round of loading, and lines of code. The cache
of an SM does much of this by itself, so it need not pay: with 512 x 512 pixels a T4 gains nothing
with a filter of 3 x 3 (modelled). With 5 x 5, where 400 loads stand in the place of 6400, it gains
a little.

**What to try.** Compare the sectors with those of *Convolution*. Set the side to 5 and compare
again. Set the block to 16 x 1: how many pixels does it load now for how many threads? In a copy
make the tile 24 wide and count the bank conflicts. In another load the tile without its halo: the
emulator names a pixel that nobody has loaded.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 1, "channels": 1, "filters": 8, "height": 26, "width": 26, "side": 3}
BLOCK = (16, 16)
MAX_BLOCK = (16, 16, 1)  # a larger block would reach beyond its tile
THREADS = ("width", "height", "batch * filters")
OUTPUTS = ("y",)
FLOPS = "2 * batch * filters * height * width * channels * side * side"
BYTES = (
    "4 * (batch * channels * (height + side - 1) * (width + side - 1)"
    " + filters * (channels * side * side + 1) + batch * filters * height * width)"
)
SHOW = {"x": "pictures", "weights": "pictures", "y": "pictures"}
TOLERANCE = 1e-5

LARGEST_SIDE = 9
TILE = 16 + LARGEST_SIDE - 1  # a block and its halo
PITCH = 48  # from row to row of the tile: no two lanes of a warp meet in a bank
ZERO = np.float32(0)


@cuda.jit
def conv2d_shared(x, weights, bias, y):
    tile = cuda.shared.array((TILE, PITCH), np.float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col, row, feature_map = cuda.grid(3)
    sample = feature_map // y.shape[1]
    number = feature_map % y.shape[1]  # of the filter
    tile_width = cuda.blockDim.x + weights.shape[3] - 1
    tile_height = cuda.blockDim.y + weights.shape[2] - 1
    total = ZERO
    for channel in range(x.shape[1]):
        pixel = ty * cuda.blockDim.x + tx
        while pixel < tile_width * tile_height:
            down = pixel // tile_width
            right = pixel % tile_width
            from_row = row - ty + down
            from_col = col - tx + right
            if from_row < x.shape[2] and from_col < x.shape[3]:
                tile[down, right] = x[sample, channel, from_row, from_col]
            pixel += cuda.blockDim.x * cuda.blockDim.y
        cuda.syncthreads()
        if row < y.shape[2] and col < y.shape[3]:
            for i in range(weights.shape[2]):
                for j in range(weights.shape[3]):
                    total += weights[number, channel, i, j] * tile[ty + i, tx + j]
        cuda.syncthreads()
    if row < y.shape[2] and col < y.shape[3]:
        y[sample, number, row, col] = bias[number] + total


def inputs(batch, channels, filters, height, width, side, seed):
    if side > LARGEST_SIDE:
        raise ValueError(f"the tile has room for filters up to {LARGEST_SIDE} x {LARGEST_SIDE}")
    rng = np.random.default_rng(seed)
    x = drawings((batch, channels, height + side - 1, width + side - 1), rng)
    weights = rng.standard_normal((filters, channels, side, side), dtype=np.float32)
    weights[:8] = made_by_hand(side)[:filters, np.newaxis]
    weights /= np.float32(math.sqrt(channels) * side)  # keeps the sums small
    bias = np.float32(0.1) * rng.standard_normal(filters, dtype=np.float32)
    y = np.zeros((batch, filters, height, width), np.float32)
    return {"x": x, "weights": weights, "bias": bias, "y": y}


def drawings(shape, rng):
    """A ring and a slash, elsewhere in each picture."""
    v, u = np.ogrid[-1 : 1 : shape[2] * 1j, -1 : 1 : shape[3] * 1j]
    right, down = rng.uniform(-0.2, 0.2, (2, *shape[:2], 1, 1))
    ring = np.abs(np.hypot(u - right, v - down) - 0.6) < 0.14
    slash = np.abs(u - right + v - down) < 0.18
    return (ring | slash).astype(np.float32)


def made_by_hand(side):
    """Filters for upright and level edges, blur, sharpen, two slopes, spots and corners."""
    v, u = np.mgrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j]
    mean = np.full((side, side), 1 / side)
    centre = side * ((u == 0) & (v == 0))
    return np.stack([u, v, mean, 2 * centre - mean, u + v, u - v, centre - mean, u * v])


def numpy_twin(x, weights, bias, y):
    height, width = y.shape[2:]
    y[:] = bias[:, np.newaxis, np.newaxis]
    for i, j in np.ndindex(weights.shape[2:]):
        part = x[:, :, i : i + height, j : j + width]
        y += np.einsum("fc,bchw->bfhw", weights[:, :, i, j], part)


@njit
def one_thread(x, weights, bias, y):
    batch, filters, height, width = y.shape
    for sample in range(batch):
        for number in range(filters):
            for row in range(height):
                y[sample, number, row, :] = bias[number]
                for channel in range(x.shape[1]):
                    for i in range(weights.shape[2]):
                        for j in range(weights.shape[3]):
                            weight = weights[number, channel, i, j]
                            for col in range(width):  # innermost: along rows, as they lie in memory
                                y[sample, number, row, col] += (
                                    weight * x[sample, channel, row + i, col + j]
                                )


@njit(parallel=True)
def all_threads(x, weights, bias, y):
    batch, filters, height, width = y.shape
    for index in prange(batch * filters * height):  # over the rows of all feature maps
        sample = index // (filters * height)
        number = index // height % filters
        row = index % height
        y[sample, number, row, :] = bias[number]
        for channel in range(x.shape[1]):
            for i in range(weights.shape[2]):
                for j in range(weights.shape[3]):
                    weight = weights[number, channel, i, j]
                    for col in range(width):
                        y[sample, number, row, col] += weight * x[sample, channel, row + i, col + j]


if __name__ == "__main__":
    x, weights, bias, y = inputs(1, 2, 3, 18, 20, 3, seed=0).values()
    expected = np.zeros_like(y)
    numpy_twin(x, weights, bias, expected)
    d_x, d_weights, d_bias = cuda.to_device(x), cuda.to_device(weights), cuda.to_device(bias)
    d_y = cuda.device_array_like(y)
    conv2d_shared[(2, 2, 3), (16, 16)](d_x, d_weights, d_bias, d_y)
    d_y.copy_to_host(y)
    assert np.allclose(y, expected, atol=1e-5), "conv2d_shared is wrong"
    print("conv2d_shared is right")
