"""Batch norm: each channel of a batch gets mean 0 and standard deviation 1, then gamma and beta.

**What happens.** Networks of many layers learn badly when the numbers between the layers drift from
step to step. *Layer norm* sets each sample right by itself. Batch norm takes a *channel*, one
feature map of a convolution, in all pictures of the batch: their mean is subtracted, and what is
left is divided by their standard deviation. Then the channel is multiplied by its `gamma`, and its
`beta` is added; both are learned. A block takes a channel and goes over it three times: for `mean`,
for `std`, for the result.

**Why the batch matters.** Mean and standard deviation are those of the pictures that happen to be
in the batch. So what the network says of a picture depends on the others beside it. With a large
batch that hardly shows. With a batch of 1 and maps of one pixel nothing is left: each number is its
own mean, and all results are beta.

**Why there are running statistics.** Later the network is asked about a single picture, and there
is no batch. So training keeps a mean and a variance for that: of each step they take over a tenth,
`MOMENTUM`, and keep the rest. Answers are made with these. (The variance kept is that of a sample,
divided by count - 1, as in PyTorch. That of a single number is 0 here.)

**Why a channel is no row.** Its maps lie in as many pieces as there are pictures, with the maps of
the other channels between them. So thread t takes places t, t + 64, t + 128 and so on of the
channel, and `place // area` tells in which picture a place lies. Within a map neighbouring
threads read neighbouring pixels.

**Why it is slow.** Some eight operations for 8 bytes, and with 8 channels there are 8 blocks,
whatever the size of the batch: most SMs have none. Libraries share a channel among several blocks.
For answers it costs nothing: mean, std, gamma and beta are fixed then, and are multiplied into the
weights of the layer before.

**What to try.** Look at the pictures of `x` and `y`. Set the batch to 1, then the height and width
to 1 as well. Add 1000 to one channel of x in a copy: y hardly changes. Set the channels to 1 and
look at the SM timeline.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 4, "channels": 8, "height": 12, "width": 12}
BLOCK = (64,)
MAX_BLOCK = (1024,)
THREADS = ("64 * channels",)
OUTPUTS = ("y", "running_mean", "running_var")
FLOPS = "8 * batch * channels * height * width"
BYTES = "4 * channels * (2 * batch * height * width + 6)"
SHOW = {"x": "pictures", "y": "pictures"}
TOLERANCE = 1e-5

LARGEST_BLOCK = 1024
ZERO = np.float32(0)
ONE = np.float32(1)
EPSILON = np.float32(1e-5)
MOMENTUM = np.float32(0.1)  # how much of a step the running statistics take over


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def sum_of_block(value, part):
    t = cuda.threadIdx.x
    cuda.syncthreads()  # until nobody reads what the last reduction has left
    part[t] = value
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        if t + half < active:
            part[t] += part[t + half]
        cuda.syncthreads()
        active = half
    return part[0]


@cuda.jit
def batch_norm(x, gamma, beta, y, running_mean, running_var):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    width = x.shape[3]
    area = x.shape[2] * width
    places = x.shape[0] * area
    for channel in range(cuda.blockIdx.x, x.shape[1], cuda.gridDim.x):
        total = ZERO
        for place in range(cuda.threadIdx.x, places, cuda.blockDim.x):
            total += x[place // area, channel, place % area // width, place % width]
        mean = sum_of_block(total, part) / np.float32(places)
        total = ZERO
        for place in range(cuda.threadIdx.x, places, cuda.blockDim.x):
            off = x[place // area, channel, place % area // width, place % width] - mean
            total += off * off
        squares = sum_of_block(total, part)
        std = math.sqrt(squares / np.float32(places) + EPSILON)
        for place in range(cuda.threadIdx.x, places, cuda.blockDim.x):
            off = x[place // area, channel, place % area // width, place % width] - mean
            result = off / std * gamma[channel] + beta[channel]
            y[place // area, channel, place % area // width, place % width] = result
        if cuda.threadIdx.x == 0:
            kept = (ONE - MOMENTUM) * running_mean[channel]
            running_mean[channel] = kept + MOMENTUM * mean
            variance = squares / np.float32(max(places - 1, 1))
            kept = (ONE - MOMENTUM) * running_var[channel]
            running_var[channel] = kept + MOMENTUM * variance


def inputs(batch, channels, height, width, seed):
    rng = np.random.default_rng(seed)
    shape = (batch, channels, height, width)
    middle = 2 * rng.standard_normal((1, channels, 1, 1), dtype=np.float32)
    spread = np.float32(0.5) + 3 * rng.random((1, channels, 1, 1), dtype=np.float32)
    x = middle + spread * ripples(shape, rng)
    return {
        "x": x,
        "gamma": np.float32(0.5) + rng.random(channels, dtype=np.float32),
        "beta": rng.standard_normal(channels, dtype=np.float32),
        "y": np.zeros(shape, np.float32),
        "running_mean": rng.standard_normal(channels, dtype=np.float32),
        "running_var": np.ones(channels, np.float32),
    }


def ripples(shape, rng):
    """Waves around a point that lies elsewhere in each picture."""
    v, u = np.ogrid[-1 : 1 : shape[2] * 1j, -1 : 1 : shape[3] * 1j]
    right, down = rng.uniform(-0.7, 0.7, (2, *shape[:2], 1, 1))
    distance = np.hypot(u - right, v - down)
    return (np.cos(12 * distance) * np.exp(-distance)).astype(np.float32)


def numpy_twin(x, gamma, beta, y, running_mean, running_var):
    mean = x.mean(axis=(0, 2, 3), keepdims=True)
    var = x.var(axis=(0, 2, 3), keepdims=True)
    y[:] = (x - mean) / np.sqrt(var + EPSILON)
    y *= gamma[:, None, None]
    y += beta[:, None, None]
    running_mean += MOMENTUM * (mean.ravel() - running_mean)
    places = x.size // gamma.size
    variance = var.ravel() * np.float32(places / max(places - 1, 1))
    running_var += MOMENTUM * (variance - running_var)


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several numbers at once
def one_channel(channel, x, gamma, beta, y, running_mean, running_var):
    batch, _, height, width = x.shape
    places = batch * height * width
    total = ZERO
    for sample in range(batch):
        for row in range(height):
            for col in range(width):
                total += x[sample, channel, row, col]
    mean = total / np.float32(places)
    squares = ZERO
    for sample in range(batch):
        for row in range(height):
            for col in range(width):
                squares += (x[sample, channel, row, col] - mean) ** 2
    std = math.sqrt(squares / np.float32(places) + EPSILON)
    for sample in range(batch):
        for row in range(height):
            for col in range(width):
                z = (x[sample, channel, row, col] - mean) / std
                y[sample, channel, row, col] = z * gamma[channel] + beta[channel]
    running_mean[channel] += MOMENTUM * (mean - running_mean[channel])
    variance = squares / np.float32(max(places - 1, 1))
    running_var[channel] += MOMENTUM * (variance - running_var[channel])


@njit
def one_thread(x, gamma, beta, y, running_mean, running_var):
    for channel in range(x.shape[1]):
        one_channel(channel, x, gamma, beta, y, running_mean, running_var)


@njit(parallel=True)
def all_threads(x, gamma, beta, y, running_mean, running_var):
    for channel in prange(x.shape[1]):
        one_channel(channel, x, gamma, beta, y, running_mean, running_var)


if __name__ == "__main__":
    given = inputs(3, 2, 5, 7, seed=0)
    expected = {name: value.copy() for name, value in given.items()}
    numpy_twin(**expected)
    on_device = {name: cuda.to_device(value) for name, value in given.items()}
    batch_norm[2, 64](*on_device.values())
    for name in OUTPUTS:
        on_device[name].copy_to_host(given[name])
        assert np.allclose(given[name], expected[name], atol=1e-5), "batch_norm is wrong"
    print("batch_norm is right")
