"""Convolution, backward: the gradients of a convolution, for its pictures, filters and biases.

**What happens.** *Convolution* computed y from the pictures x. From the layer above comes `dy`: how
the loss changes with each element of y. The *backward pass* asks how it changes with everything
that y was made of. There are three answers, and again all are sums of products:

- `dweights`, for the optimiser: summed over all places that a weight lay on.
- `dbias`, for the optimiser: the sum of dy over all places.
- `dx`, for the layer below: a pixel counts as much as the weights that lay on it.

First a block takes a weight and makes its gradient, then each thread takes a pixel.

**Why a block for a weight, and a thread for a pixel.** A weight lay on 26 x 26 places, so 676
products have to be added for it. For a pixel it is 72, 9 for each of 8 filters. With one thread for
each weight 72 threads would work long, and all others would wait for them. So the threads of a
block share the sum: each takes every 64th place, and `sum_of_block` adds up what they have found.
*Sum, shared* explains how.

**Why no thread adds to another's element.** Each element of dy could hand its share to the 9 pixels
and the 9 weights that it came from (*scatter*). Then many threads would add to the same number, and
without atomics that is a race. Here each thread asks for all that belongs to its own element
(*gather*): there is no race, and the sum has the same order in each launch.

**Why a barrier may stand behind this `if`.** `sum_of_block` has barriers, and all threads of a
block have to reach them. Whether a weight is the first of its filter, and so makes `dbias` as well,
is the same for all threads of a block, because they share the weight.

**What the gradient of a filter looks like.** If a single element of dy were not 0, `dweights` would
be the window of the picture that it came from, times this element. So a step of training moves a
filter towards windows where it should have answered more, and away from those where less.

**What to try.** Look at the pictures of `dy` and `dx`, then at those of `dweights`. Set the block
to 256: 18 blocks are left, and each takes four weights, one after another. Set the side to 5: how
many blocks are there now? Follow a thread of the last warp to its pixel: block 13 and later have
none.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"batch": 1, "channels": 1, "filters": 8, "height": 26, "width": 26, "side": 3}
BLOCK = (64,)
MAX_BLOCK = (1024,)
THREADS = ("64 * channels * filters * side * side",)
OUTPUTS = ("dx", "dweights", "dbias")
FLOPS = "batch * filters * height * width * (4 * channels * side * side + 1)"
BYTES = (
    "4 * (2 * batch * channels * (height + side - 1) * (width + side - 1)"
    " + filters * (2 * channels * side * side + 1) + batch * filters * height * width)"
)
SHOW = {
    "x": "pictures",
    "weights": "pictures",
    "dy": "pictures",
    "dx": "pictures",
    "dweights": "pictures",
}
TOLERANCE = 1e-5

LARGEST_BLOCK = 1024
ZERO = np.float32(0)


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
def conv2d_backward(x, weights, dy, dx, dweights, dbias):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    channels, side = weights.shape[1], weights.shape[3]
    height, width = dy.shape[2], dy.shape[3]
    for weight in range(cuda.blockIdx.x, weights.size, cuda.gridDim.x):  # one for each block
        j = weight % side
        i = weight // side % side
        channel = weight // (side * side) % channels
        number = weight // (side * side * channels)  # of the filter
        total = ZERO
        total_of_bias = ZERO
        for place in range(cuda.threadIdx.x, dy.shape[0] * height * width, cuda.blockDim.x):
            col = place % width
            row = place // width % height
            sample = place // (width * height)
            d = dy[sample, number, row, col]
            total += d * x[sample, channel, row + i, col + j]
            total_of_bias += d
        total = sum_of_block(total, part)
        if cuda.threadIdx.x == 0:
            dweights[number, channel, i, j] = total
        if channel == 0 and i == 0 and j == 0:  # all threads of the block, or none
            total_of_bias = sum_of_block(total_of_bias, part)
            if cuda.threadIdx.x == 0:
                dbias[number] = total_of_bias
    for pixel in range(cuda.grid(1), dx.size, cuda.gridsize(1)):  # one for each thread
        col = pixel % dx.shape[3]
        row = pixel // dx.shape[3] % dx.shape[2]
        channel = pixel // (dx.shape[3] * dx.shape[2]) % channels
        sample = pixel // (dx.shape[3] * dx.shape[2] * channels)
        total = ZERO
        for number in range(dy.shape[1]):
            for i in range(max(0, row - height + 1), min(side, row + 1)):
                for j in range(max(0, col - width + 1), min(side, col + 1)):
                    total += weights[number, channel, i, j] * dy[sample, number, row - i, col - j]
        dx[sample, channel, row, col] = total


def inputs(batch, channels, filters, height, width, side, seed):
    rng = np.random.default_rng(seed)
    x = drawings((batch, channels, height + side - 1, width + side - 1), rng)
    weights = rng.standard_normal((filters, channels, side, side), dtype=np.float32)
    weights /= np.float32(math.sqrt(channels) * side)
    dy = rng.standard_normal((batch, filters, height, width), dtype=np.float32)
    dy /= np.float32(math.sqrt(batch * height * width))  # keeps the sums near 1
    return {
        "x": x,
        "weights": weights,
        "dy": dy,
        "dx": np.zeros_like(x),
        "dweights": np.zeros_like(weights),
        "dbias": np.zeros(filters, np.float32),
    }


def drawings(shape, rng):
    """A ring and a slash, elsewhere in each picture."""
    v, u = np.ogrid[-1 : 1 : shape[2] * 1j, -1 : 1 : shape[3] * 1j]
    right, down = rng.uniform(-0.2, 0.2, (2, *shape[:2], 1, 1))
    ring = np.abs(np.hypot(u - right, v - down) - 0.6) < 0.14
    slash = np.abs(u - right + v - down) < 0.18
    return (ring | slash).astype(np.float32)


def numpy_twin(x, weights, dy, dx, dweights, dbias):
    height, width = dy.shape[2:]
    dx[:] = 0
    dbias[:] = dy.sum(axis=(0, 2, 3))
    for i, j in np.ndindex(weights.shape[2:]):
        window = np.s_[:, :, i : i + height, j : j + width]  # all that lay beneath this weight
        dx[window] += np.einsum("bfhw,fc->bchw", dy, weights[:, :, i, j])
        dweights[:, :, i, j] = np.einsum("bfhw,bchw->fc", dy, x[window])


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several products at once
def one_filter(number, x, dy, dweights, dbias):
    """Gradients of one filter's weights and bias."""
    total = ZERO
    for sample in range(dy.shape[0]):
        for row in range(dy.shape[2]):
            for col in range(dy.shape[3]):
                total += dy[sample, number, row, col]
    dbias[number] = total
    for channel in range(x.shape[1]):
        for i in range(dweights.shape[2]):
            for j in range(dweights.shape[3]):
                total = ZERO
                for sample in range(dy.shape[0]):
                    for row in range(dy.shape[2]):
                        for col in range(dy.shape[3]):  # along rows, as they lie in memory
                            pixel = x[sample, channel, row + i, col + j]
                            total += dy[sample, number, row, col] * pixel
                dweights[number, channel, i, j] = total


@njit
def one_plane(sample, channel, weights, dy, dx):
    """The gradient of one channel of one picture."""
    dx[sample, channel, :, :] = 0
    for k in range(dy.shape[1]):
        for row in range(dy.shape[2]):
            for i in range(weights.shape[2]):
                for j in range(weights.shape[3]):
                    weight = weights[k, channel, i, j]
                    for col in range(dy.shape[3]):
                        dx[sample, channel, row + i, col + j] += weight * dy[sample, k, row, col]


@njit
def one_thread(x, weights, dy, dx, dweights, dbias):
    for sample in range(dx.shape[0]):
        for channel in range(dx.shape[1]):
            one_plane(sample, channel, weights, dy, dx)
    for number in range(dweights.shape[0]):
        one_filter(number, x, dy, dweights, dbias)


@njit(parallel=True)
def all_threads(x, weights, dy, dx, dweights, dbias):
    for plane in prange(dx.shape[0] * dx.shape[1]):
        one_plane(plane // dx.shape[1], plane % dx.shape[1], weights, dy, dx)
    for number in prange(dweights.shape[0]):
        one_filter(number, x, dy, dweights, dbias)


if __name__ == "__main__":
    given = inputs(2, 2, 3, 14, 17, 3, seed=0)
    expected = {name: value.copy() for name, value in given.items()}
    numpy_twin(**expected)
    on_device = {name: cuda.to_device(value) for name, value in given.items()}
    conv2d_backward[20, 64](*on_device.values())
    for name in OUTPUTS:
        on_device[name].copy_to_host(given[name])
        assert np.allclose(given[name], expected[name], atol=1e-5), "conv2d_backward is wrong"
    print("conv2d_backward is right")
