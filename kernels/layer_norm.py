"""Layer norm: each row gets mean 0 and standard deviation 1, then gamma and beta for each feature.

**What happens.** Deep networks learn badly when the numbers between their layers drift. So each
row, the features of one sample or one token, is set right: its mean is subtracted, and what is
left is divided by its standard deviation. Then each feature is multiplied by a learned `gamma`, and
a learned `beta` is added (PyTorch calls them weight and bias), so that the network can undo what it
does not like. A block takes a row and goes over it three times: for `mean`, for `std`, for the
result.

**Why the threads have to meet twice.** The mean belongs to the whole row, and the standard
deviation needs the mean. Each is a *block reduction*, `sum_of_block`: every thread brings its
share, and every thread gets the sum. *Sum, shared* explains how, *Softmax* why it begins with a
barrier.

**Why it goes over the row again for the variance.** There is a formula that needs one pass less:
the mean of the squares minus the square of the mean. Around 1000 the squares are near 1 000 000,
where neighbouring float32 numbers are 0.06 apart. When the standard deviation is 0.1, the variance
is 0.01, and it is lost in the rounding: the formula may even give a negative number. Deviations
from the mean are small numbers, and their squares are exact enough. The row is in the cache by
then. (*Welford's algorithm* needs one pass and is exact enough, too.)

**Why there is an epsilon.** A row of equal numbers has a variance of zero, and 0 / 0 is no number.
With 1e-5 under the root it becomes 0.

**Why it waits for memory.** Some eight operations for 8 bytes. With few and short rows most of the
time goes into waiting at barriers, and into starting the launch. Frameworks join it with the layer
before, so that y is still in registers.

**What to try.** Set the features to 1000 and watch how many turns a thread makes. Add 1000 to x in
a copy: y hardly changes. Then compute the variance from the squares, and compare again. Set the
block to 32 and to 1024, and count the barriers.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 16, "features": 100}
BLOCK = (64,)
MAX_BLOCK = (1024,)
THREADS = ("64 * rows",)
OUTPUTS = ("y",)
FLOPS = "8 * rows * features"  # sum; difference, square, sum; difference, three for the result
BYTES = "8 * (rows + 1) * features"
TOLERANCE = 1e-5

LARGEST_BLOCK = 1024
ZERO = np.float32(0)
EPSILON = np.float32(1e-5)


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
def layer_norm(x, gamma, beta, y):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    count = np.float32(x.shape[1])
    for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        total = ZERO
        for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            total += x[row, i]
        mean = sum_of_block(total, part) / count
        total = ZERO
        for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            total += (x[row, i] - mean) * (x[row, i] - mean)
        std = math.sqrt(sum_of_block(total, part) / count + EPSILON)
        for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            y[row, i] = (x[row, i] - mean) / std * gamma[i] + beta[i]


def inputs(rows, features, seed):
    rng = np.random.default_rng(seed)
    return {
        "x": 3 * rng.standard_normal((rows, features), dtype=np.float32) + np.float32(2),
        "gamma": np.float32(0.5) + rng.random(features, dtype=np.float32),
        "beta": rng.standard_normal(features, dtype=np.float32),
        "y": np.zeros((rows, features), np.float32),
    }


def numpy_twin(x, gamma, beta, y):
    mean = x.mean(axis=1, keepdims=True)
    y[:] = (x - mean) / np.sqrt(x.var(axis=1, keepdims=True) + EPSILON) * gamma + beta


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several numbers at once
def one_row(x, gamma, beta, y):
    total = ZERO
    for i in range(x.size):
        total += x[i]
    mean = total / np.float32(x.size)
    total = ZERO
    for i in range(x.size):
        total += (x[i] - mean) * (x[i] - mean)
    std = math.sqrt(total / np.float32(x.size) + EPSILON)
    for i in range(x.size):
        y[i] = (x[i] - mean) / std * gamma[i] + beta[i]


@njit
def one_thread(x, gamma, beta, y):
    for row in range(x.shape[0]):
        one_row(x[row], gamma, beta, y[row])


@njit(parallel=True)
def all_threads(x, gamma, beta, y):
    for row in prange(x.shape[0]):
        one_row(x[row], gamma, beta, y[row])


if __name__ == "__main__":
    x, gamma, beta, y = inputs(4, 100, seed=0).values()
    d_x, d_gamma, d_beta = cuda.to_device(x), cuda.to_device(gamma), cuda.to_device(beta)
    d_y = cuda.device_array_like(y)
    layer_norm[4, 64](d_x, d_gamma, d_beta, d_y)
    d_y.copy_to_host(y)
    z = (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, keepdims=True)
    assert np.allclose(y, z * gamma + beta, atol=1e-4), "layer_norm is wrong"
    print("layer_norm is right")
