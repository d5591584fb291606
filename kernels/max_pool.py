"""Max pool: of every 2 x 2 pixels the largest stays, and a picture shrinks to a quarter.

**What happens.** After a convolution a feature map says how strongly a filter reacted at each
place. Pooling asks less: was there something *about here*? Each thread looks at one window of 2 x
2 pixels and keeps the largest. x is the column, y the row of the result, and z counts the maps of
all samples. An odd last row or column has no partner and is left out.

**Why a network wants this.** A digit that is drawn one pixel further to the right gives nearly the
same result. And the next layer has a quarter of the work: 13 x 13 places, not 26 x 26.

**Why it is slow.** Three comparisons, and 20 bytes for them: four numbers in, one out. Nothing is
used twice, because the windows do not overlap. So shared memory would not help.

**Why sectors are fetched twice.** Neighbouring lanes read every *second* pixel of a row: a load
uses half of the bytes that it moves. The other half is what the next load wants, and whether it is
still in the cache decides what that costs. Counted in sectors, the four loads ask for more than
twice as much as there is.

**What to try.** With 13 columns and rows in a block of 16 x 16, 87 threads of each block are idle.
Set the block to 13 x 13: none is, and a block has six warps, not eight. Why are there a few more
sectors all the same? Set height and width to 27: the result is as large as before.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 1, "channels": 8, "height": 26, "width": 26}
BLOCK = (16, 16)
THREADS = ("max(width // 2, 1)", "max(height // 2, 1)", "batch * channels")
OUTPUTS = ("y",)
FLOPS = "3 * batch * channels * (height // 2) * (width // 2)"
BYTES = "4 * batch * channels * (height * width + (height // 2) * (width // 2))"
SHOW = {"x": "pictures", "y": "pictures"}
TOLERANCE = 1e-6


@cuda.jit
def max_pool(x, y):
    col, row, feature_map = cuda.grid(3)
    sample = feature_map // y.shape[1]
    channel = feature_map % y.shape[1]
    if sample < y.shape[0] and row < y.shape[2] and col < y.shape[3]:
        upper = max(x[sample, channel, 2 * row, 2 * col], x[sample, channel, 2 * row, 2 * col + 1])
        lower = max(
            x[sample, channel, 2 * row + 1, 2 * col], x[sample, channel, 2 * row + 1, 2 * col + 1]
        )
        y[sample, channel, row, col] = max(upper, lower)


def inputs(batch, channels, height, width, seed):
    rng = np.random.default_rng(seed)
    x = ripples((batch, channels, height, width), rng)
    y = np.zeros((batch, channels, height // 2, width // 2), np.float32)
    return {"x": x, "y": y}


def ripples(shape, rng):
    """Waves around a point that lies elsewhere in each picture."""
    v, u = np.ogrid[-1 : 1 : shape[2] * 1j, -1 : 1 : shape[3] * 1j]
    right, down = rng.uniform(-0.7, 0.7, (2, *shape[:2], 1, 1))
    distance = np.hypot(u - right, v - down)
    return (np.cos(12 * distance) * np.exp(-distance)).astype(np.float32)


def numpy_twin(x, y):
    batch, channels, height, width = y.shape
    windows = x[:, :, : 2 * height, : 2 * width].reshape(batch, channels, height, 2, width, 2)
    y[:] = windows.max(axis=(3, 5))


@njit
def one_thread(x, y):
    batch, channels, height, width = y.shape
    for sample in range(batch):
        for channel in range(channels):
            for row in range(height):
                upper = x[sample, channel, 2 * row]
                lower = x[sample, channel, 2 * row + 1]
                for col in range(width):
                    left = max(upper[2 * col], lower[2 * col])
                    right = max(upper[2 * col + 1], lower[2 * col + 1])
                    y[sample, channel, row, col] = max(left, right)


@njit(parallel=True)
def all_threads(x, y):
    batch, channels, height, width = y.shape
    for index in prange(batch * channels):
        sample = index // channels
        channel = index % channels
        for row in range(height):
            upper = x[sample, channel, 2 * row]
            lower = x[sample, channel, 2 * row + 1]
            for col in range(width):
                left = max(upper[2 * col], lower[2 * col])
                right = max(upper[2 * col + 1], lower[2 * col + 1])
                y[sample, channel, row, col] = max(left, right)


if __name__ == "__main__":
    x, y = inputs(1, 2, 9, 12, seed=0).values()
    expected = np.zeros_like(y)
    numpy_twin(x, expected)
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    max_pool[(1, 1, 2), (16, 16)](d_x, d_y)
    d_y.copy_to_host(y)
    assert np.array_equal(y, expected), "max_pool is wrong"
    print("max_pool is right")
