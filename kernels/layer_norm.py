"""Layer norm: each row gets a mean of 0 and a spread of 1, then a gain and a shift of its own.

**What happens.** Deep networks learn badly when the numbers between their layers drift. So each
row, the features of one sample or one token, is set right: its mean is subtracted, and what is
left is divided by its standard deviation. Then each feature is multiplied by a learned `gain`, and
a learned `shift` is added, so that the network can undo what it does not like. A block takes a row
and goes over it three times: for the mean, for the spread, for the result.

**Why the threads have to meet twice.** The mean belongs to the whole row, and the spread needs the
mean. Each is a sum over the block: every thread stores its share in shared memory, and the block
folds it in half until one number is left. *Sum, shared* shows that fold by itself.

**Why it goes over the row again for the spread.** There is a formula that needs one pass less: the
mean of the squares minus the square of the mean. Around 1000 the squares are near 1 000 000, where
neighbouring float32 numbers are 0.06 apart. When the spread is 0.1, its square is 0.01, and it is
lost in the rounding: the formula may even give a negative number. Deviations from the mean are
small numbers, and their squares are exact enough. The row is in the cache by then.

**Why there is an epsilon.** A row of equal numbers has no spread, and 0 / 0 is no number. With
1e-5 under the root it becomes 0.

**Why it waits for memory.** Some eight operations for 8 bytes. With few and short rows most of the
time goes into waiting at barriers, and into starting the launch. Frameworks join it with the layer
before, so that y is still in registers.

**What to try.** Set the features to 1000 and watch how many turns a thread makes. Add 1000 to x in
a copy: y hardly changes. Then compute the spread from the squares, and compare again. Set the
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
    cuda.syncthreads()  # until nobody reads what the last fold has left
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
def layer_norm(x, gain, shift, y):
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
        spread = math.sqrt(sum_of_block(total, part) / count + EPSILON)
        for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            y[row, i] = (x[row, i] - mean) / spread * gain[i] + shift[i]


def inputs(rows, features, seed):
    rng = np.random.default_rng(seed)
    return {
        "x": 3 * rng.standard_normal((rows, features), dtype=np.float32) + np.float32(2),
        "gain": np.float32(0.5) + rng.random(features, dtype=np.float32),
        "shift": rng.standard_normal(features, dtype=np.float32),
        "y": np.zeros((rows, features), np.float32),
    }


def numpy_twin(x, gain, shift, y):
    mean = x.mean(axis=1, keepdims=True)
    y[:] = (x - mean) / np.sqrt(x.var(axis=1, keepdims=True) + EPSILON) * gain + shift


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several numbers at once
def one_row(x, gain, shift, y):
    total = ZERO
    for i in range(x.size):
        total += x[i]
    mean = total / np.float32(x.size)
    total = ZERO
    for i in range(x.size):
        total += (x[i] - mean) * (x[i] - mean)
    spread = math.sqrt(total / np.float32(x.size) + EPSILON)
    for i in range(x.size):
        y[i] = (x[i] - mean) / spread * gain[i] + shift[i]


@njit
def one_thread(x, gain, shift, y):
    for row in range(x.shape[0]):
        one_row(x[row], gain, shift, y[row])


@njit(parallel=True)
def all_threads(x, gain, shift, y):
    for row in prange(x.shape[0]):
        one_row(x[row], gain, shift, y[row])


if __name__ == "__main__":
    x, gain, shift, y = inputs(4, 100, seed=0).values()
    layer_norm[4, 64](x, gain, shift, y)
    z = (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, keepdims=True)
    assert np.allclose(y, z * gain + shift, atol=1e-4), "layer_norm is wrong"
    print("layer_norm is right")
