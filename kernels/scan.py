"""Scan: the inclusive prefix sums of each row, by the scan of Hillis and Steele, a block a row.

**What happens.** From 3, 1, 4, 1 a scan makes 3, 4, 8, 9: each element of y is the sum of all
elements of x up to there. It is also called *prefix sum*. This one is *inclusive*: the element at
its own place counts. An *exclusive* one makes 0, 3, 4, 8, the sums of all before it. A block takes
a row, 256 elements at a time. The threads put them into shared memory. Then each adds the element
1 place to its left, then the one 2 places to the left, then 4, 8 and so on. After 8 rounds every
thread holds the sum of all 256 or fewer elements that end at its own. The last of them is the
total, which is carried on to the next 256.

**Why this is surprising.** On a CPU each sum waits for the one before: `total += x[i]` is a chain
of n additions. Here all threads add at once, and the chain is only as long as the number of
rounds. It works because the order of brackets is free: (a + b) + (c + d) instead of
((a + b) + c) + d.

**Why there are two barriers in a round.** A thread reads the element to its left, and another
changes that same element in the same round. First all read, then all meet, then all write, then
they meet again before the next round reads. Take one away, and it is a race.

**Why it does more work than a CPU.** A block of 256 makes 1793 additions in its 8 rounds, where a
CPU makes 255: it is not *work-efficient*. More work, but less waiting. This is the scan of *Hillis
and Steele*. The one of *Blelloch* is: it adds up and down a tree, with about 2 additions for each
element, in twice as many rounds.

**Why a block for a row.** Blocks run in any order, so one must not simply wait for the total of the
one before: it may not have begun. Here a single long row is scanned by a single block, on a single
SM: look at the SM timeline with `rows` set to 1. To use the whole GPU, one can scan pieces in one
launch, then the totals of the pieces, then add those: three launches. Libraries such as CUB need
one launch and go over the data once. Their blocks publish their totals as soon as they have them,
and each looks back at those before it (*decoupled look-back*).

**What it is good for.** When each thread knows how many results it has, a scan tells where in the
output to put them, without a single atomic operation. Sorting, filtering and cumulative histograms
are made of scans.

**What to try.** Step through the rounds and watch one element grow. Let x be ones in a copy: y
counts. Set the block to 32: fewer rounds, more turns; and to 100, which is no power of two.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"rows": 4, "n": 1000}
BLOCK = (256,)
MAX_BLOCK = (1024,)
THREADS = ("256 * rows",)
OUTPUTS = ("y",)
FLOPS = "rows * n"
BYTES = "8 * rows * n"
TOLERANCE = 1e-5

LARGEST_BLOCK = 1024
ZERO = np.float32(0)


@cuda.jit
def scan(x, y):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    t = cuda.threadIdx.x
    for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        before = ZERO  # the sum of all that came earlier in this row
        for first in range(0, x.shape[1], cuda.blockDim.x):
            i = first + t
            part[t] = x[row, i] if i < x.shape[1] else ZERO
            cuda.syncthreads()
            distance = 1
            while distance < cuda.blockDim.x:
                left = part[t - distance] if t >= distance else ZERO
                cuda.syncthreads()  # all have read
                part[t] += left
                cuda.syncthreads()  # all have written
                distance *= 2
            if i < x.shape[1]:
                y[row, i] = before + part[t]
            before += part[cuda.blockDim.x - 1]
            cuda.syncthreads()  # all have the total: the next elements may come


def inputs(rows, n, seed):
    rng = np.random.default_rng(seed)
    x = rng.random((rows, n), dtype=np.float32)
    return {"x": x, "y": np.zeros((rows, n), np.float32)}


def numpy_twin(x, y):
    y[:] = np.cumsum(x, axis=1, dtype=np.float64)


@njit
def one_row(x, y):
    total = 0.0  # a float64: the errors of many additions stay below what a float32 can show
    for i in range(x.size):
        total += x[i]
        y[i] = total


@njit
def one_thread(x, y):
    for row in range(x.shape[0]):
        one_row(x[row], y[row])


@njit(parallel=True)
def all_threads(x, y):
    for row in prange(x.shape[0]):
        one_row(x[row], y[row])


if __name__ == "__main__":
    x, y = inputs(3, 150, seed=0).values()
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    scan[3, 64](d_x, d_y)
    d_y.copy_to_host(y)
    assert np.allclose(y, np.cumsum(x, axis=1, dtype=np.float64)), "scan is wrong"
    print("scan is right")
