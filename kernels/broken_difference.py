"""Difference, broken: y[i] = x[i] - x[i - 1], and the first thread of a block has no neighbour.

**What happens.** Every thread puts its element into `part`, waits at the barrier, and subtracts
what its left neighbour has put there. Where a block begins, the result is wrong, and gpuviz finds
a read of shared memory that nobody has written.

**Why there is no error.** The first thread of a block reads `part[-1]`. In Python that is the last
element, and Numba keeps to this on a GPU, too. So -1 is no mistake for the machine. It is one for
the author, who did not think of the thread without a neighbour.

**Why it is hard to find.** In C the same line would reach in front of the array. Here it reaches
its far end, without a word. What lies there depends on the block: leftovers mostly, and with the
largest block a number that looks quite good.

**Where to look.** Which thread of a block reads the element that gpuviz names? How long is `part`,
and how many of its elements does a block of 256 fill?

**What to try.** Set the size to 4096 and the block to 1024: gpuviz finds no hazard any more, since
every element of `part` is written, and still the result is wrong. No tool knows what you *meant*;
this is what the comparison with a reference is for. Copy the file and repair it: where does the
first thread of a block find its neighbour's element, and what about the very first?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
MAX_BLOCK = (1024,)
THREADS = ("n",)
OUTPUTS = ("y",)
FLOPS = "n"
BYTES = "8 * n"
TOLERANCE = 1e-6

LARGEST_BLOCK = 1024


@cuda.jit
def broken_difference(x, y):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if i < x.size:
        part[t] = x[i]
    cuda.syncthreads()
    if i < y.size:
        y[i] = x[i] - part[t - 1]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[0] = x[0]
    np.subtract(x[1:], x[:-1], out=y[1:])


@njit
def one_thread(x, y):
    y[0] = x[0]
    for i in range(1, y.size):
        y[i] = x[i] - x[i - 1]


@njit(parallel=True)
def all_threads(x, y):
    y[0] = x[0]
    for i in prange(1, y.size):
        y[i] = x[i] - x[i - 1]


if __name__ == "__main__":
    x, y = inputs(1000, seed=0).values()
    expected = np.zeros_like(y)
    numpy_twin(x, expected)
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    broken_difference[4, 256](d_x, d_y)
    d_y.copy_to_host(y)
    print("right this time" if np.allclose(y, expected) else "wrong")
