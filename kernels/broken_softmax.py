"""Softmax, broken: numbers become probabilities, and some threads cannot wait for the largest.

**What happens.** The last layer of a network gives a number for each class. Softmax makes
probabilities of them: exp(x) divided by the sum of all exp(x). So that no exponential gets too
large, the largest number is subtracted from all of them first. A block has one row. Its threads
find the largest together, add up the exponentials together, and divide. Run it: the result is
right, and gpuviz finds a race.

**Why nobody notices.** A row of 100 classes is work for a few warps, which mostly keep step. And if
one of them goes ahead, it subtracts a number that is *nearly* the largest. The probabilities still
look like probabilities. They are only wrong.

**Why an atomic is not enough.** `cuda.atomic.max` keeps two threads apart that compare at the same
moment. It does not say when *all* have compared. Who reads before that gets the largest of those
who have been there so far.

**Where to look.** There are three steps, and each needs what all threads did in the one before it.
How many barriers should there be? gpuviz names a line that writes and a line that reads, without
anything between them that lets one wait for the other.

**What to try.** `gpuviz run broken_softmax --schedule adversarial` runs the threads in an order in
which the probabilities come out wrong. Set the classes to 1: the mistake is gone. Copy the file
and repair it with one line; mind that all threads of the block have to come by.
"""

import math

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 8, "classes": 100}
BLOCK = (128,)
THREADS = ("128 * rows",)
OUTPUTS = ("y",)
FLOPS = "5 * rows * classes"  # largest, difference, exponential, sum, division
BYTES = "8 * rows * classes"
TOLERANCE = 1e-5

ZERO = np.float32(0)
LOWEST = np.float32(-np.inf)


@cuda.jit
def broken_softmax(x, y):
    largest = cuda.shared.array(1, np.float32)
    total = cuda.shared.array(1, np.float32)
    t = cuda.threadIdx.x
    for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        cuda.syncthreads()
        if t == 0:
            largest[0] = LOWEST
            total[0] = ZERO
        cuda.syncthreads()
        for i in range(t, x.shape[1], cuda.blockDim.x):
            cuda.atomic.max(largest, 0, x[row, i])
        for i in range(t, x.shape[1], cuda.blockDim.x):
            y[row, i] = math.exp(x[row, i] - largest[0])
            cuda.atomic.add(total, 0, y[row, i])
        cuda.syncthreads()
        for i in range(t, x.shape[1], cuda.blockDim.x):
            y[row, i] /= total[0]


def inputs(rows, classes, seed):
    rng = np.random.default_rng(seed)
    x = 2 * rng.standard_normal((rows, classes), dtype=np.float32)
    x[:, 0] += 10  # "nothing to be seen" is the most likely class
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
    x, y = inputs(8, 100, seed=0).values()
    expected = np.zeros_like(y)
    numpy_twin(x, expected)
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    broken_softmax[8, 128](d_x, d_y)
    d_y.copy_to_host(y)
    print("right this time" if np.allclose(y, expected, atol=1e-5) else "wrong")
