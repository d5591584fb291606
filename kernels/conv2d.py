"""Convolution: every filter of a layer looks at every place of a picture, one thread for each look.

**What happens.** A *filter* is a small picture of weights, here 3 x 3 for each channel. It is laid
onto the picture, every weight is multiplied by the pixel beneath it, and the sum of all that plus
the filter's bias is one pixel of a *feature map*. Then the filter moves on by one pixel (a *stride*
of 1). On a GPU nothing moves: one thread looks at one place, and all places are looked at together.
x is the column, y the row, and z counts the feature maps: this is what a third dimension is good
for.

**Why the result is smaller.** A filter has to fit: 3 x 3 weights fit into 28 x 28 pixels at 26 x
26 places. `height` and `width` are those of the result. A rim of zeros (*padding*) would
keep the size; there is none here. Nor is the filter turned over: in mathematics this is a
*cross-correlation*, and every framework calls it convolution.

**What a filter finds.** Our first eight are made by hand. Two find upright and level edges, one
blurs, one sharpens, and the others react to slopes, spots and corners. In a network nobody writes
such weights: training finds them, and edges are among the first things that it finds.

**Why it is fast.** Neighbouring threads read neighbouring pixels. At each step all lanes of a warp
want the same weight, so 4 bytes are fetched once for 32 multiplications.

**Why it is slow all the same.** Neighbouring places share pixels. A pixel in the middle lies
beneath 9 places of each filter, so with 8 filters it is read 72 times, each time by another
thread. The caches catch most of this, but every read is a request that has to be served.
*Convolution, shared* fetches a pixel once for all places of a block.

**What to try.** Look at the pictures of `x` and `y`: which filter found what? Set the block to 32
x 8 and count the idle lanes: 26 columns do not fill a warp. Set the side to 5: the loops of a
thread make 25 turns, not 9. Set the filters to 1 and see how few blocks are left for the SMs.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 1, "channels": 1, "filters": 8, "height": 26, "width": 26, "side": 3}
BLOCK = (16, 16)
THREADS = ("width", "height", "batch * filters")
OUTPUTS = ("y",)
FLOPS = "2 * batch * filters * height * width * channels * side * side"
BYTES = (
    "4 * (batch * channels * (height + side - 1) * (width + side - 1)"
    " + filters * (channels * side * side + 1) + batch * filters * height * width)"
)
SHOW = {"x": "pictures", "weights": "pictures", "y": "pictures"}
TOLERANCE = 1e-5


@cuda.jit
def conv2d(x, weights, bias, y):
    col, row, feature_map = cuda.grid(3)
    sample = feature_map // y.shape[1]
    number = feature_map % y.shape[1]  # of the filter
    if sample < y.shape[0] and row < y.shape[2] and col < y.shape[3]:
        total = bias[number]
        for channel in range(x.shape[1]):
            for i in range(weights.shape[2]):
                for j in range(weights.shape[3]):
                    total += weights[number, channel, i, j] * x[sample, channel, row + i, col + j]
        y[sample, number, row, col] = total


def inputs(batch, channels, filters, height, width, side, seed):
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
    conv2d[(2, 2, 3), (16, 16)](d_x, d_weights, d_bias, d_y)
    d_y.copy_to_host(y)
    assert np.allclose(y, expected, atol=1e-5), "conv2d is wrong"
    print("conv2d is right")
