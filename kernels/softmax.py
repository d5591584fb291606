"""Softmax: each row of numbers becomes a row of probabilities, one block for each row.

**What happens.** y = exp(x) / sum of exp(x) along a row: all results are positive and add up to 1.
A block takes a row and goes over it three times. First its threads look for the largest number.
Then they compute exp(x - largest) and add these up. Last they divide by the sum. In each pass
thread t takes elements t, t + 64, t + 128 and so on, so a row may be longer than the block.

**Why the threads have to meet.** The largest number and the sum belong to the whole row, and every
thread needs them. Both are *block reductions*, `largest_of_block` and `sum_of_block`: each thread
brings what it has found, and all get the result. *Sum, shared* explains the loop in them.

**Why a block reduction begins with a barrier.** `part` is used twice for each row. Without that
barrier a quick warp would store its share of the sum where a slow warp still reads the largest
number. It is a *race* from one reduction to the next.

**Why the largest number is taken away.** exp(89) is more than a float32 can hold. Softmax does not
change when the same number is subtracted from all, and then no exponential exceeds 1.

**Why a block for a row.** A row's elements are neighbours, and now so are the threads that read
them: the access is coalesced. With a thread for each row, as in *Cross-entropy*, neighbouring
lanes would lie a row apart. For 10 classes that does not matter much; for the 50 000 words of a
language model it does.

**Why a loop over the rows.** `range(blockIdx.x, rows, gridDim.x)` gives each block every so many
rows. With fewer blocks than rows they take several each, with more the rest has nothing to do:
the launch is right with any grid.

**What to try.** Step to a reduction and watch `active` halve. Set the classes to 10: how many of
the 64 threads still work? Set the block to 32: a barrier for a single warp. Add 1000 to x in a
copy.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 16, "classes": 100}
BLOCK = (64,)
MAX_BLOCK = (1024,)
THREADS = ("64 * rows",)
OUTPUTS = ("y",)
FLOPS = "5 * rows * classes"  # largest, difference, exponential, sum, division
BYTES = "8 * rows * classes"
TOLERANCE = 1e-5

LARGEST_BLOCK = 1024
ZERO = np.float32(0)
LOWEST = np.float32(-np.inf)


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def largest_of_block(value, part):
    t = cuda.threadIdx.x
    cuda.syncthreads()  # until nobody reads what the last reduction has left
    part[t] = value
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        if t + half < active:
            part[t] = max(part[t], part[t + half])
        cuda.syncthreads()
        active = half
    return part[0]


@cuda.jit(device=True, inline="always")
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
def softmax(x, y):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        largest = LOWEST
        for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            largest = max(largest, x[row, i])
        largest = largest_of_block(largest, part)
        total = ZERO
        for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            e = math.exp(x[row, i] - largest)
            y[row, i] = e
            total += e
        total = sum_of_block(total, part)
        for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            y[row, i] /= total


def inputs(rows, classes, seed):
    rng = np.random.default_rng(seed)
    x = 3 * rng.standard_normal((rows, classes), dtype=np.float32)
    return {"x": x, "y": np.zeros((rows, classes), np.float32)}


def numpy_twin(x, y):
    np.exp(x - x.max(axis=1, keepdims=True), out=y)
    y /= y.sum(axis=1, keepdims=True)


@njit(fastmath={"reassoc"})  # a sum in any order: the CPU may add several numbers at once
def one_row(x, y):
    largest = x[0]
    for i in range(x.size):
        largest = max(largest, x[i])
    for i in range(x.size):
        y[i] = math.exp(x[i] - largest)
    total = ZERO
    for i in range(x.size):
        total += y[i]
    for i in range(x.size):
        y[i] /= total


@njit
def one_thread(x, y):
    for row in range(x.shape[0]):
        one_row(x[row], y[row])


@njit(parallel=True)
def all_threads(x, y):
    for row in prange(x.shape[0]):
        one_row(x[row], y[row])


if __name__ == "__main__":
    x, y = inputs(4, 100, seed=0).values()
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    softmax[4, 64](d_x, d_y)
    d_y.copy_to_host(y)
    expected = np.exp(x) / np.exp(x).sum(axis=1, keepdims=True)
    assert np.allclose(y, expected, atol=1e-6), "softmax is wrong"
    print("softmax is right")
