"""Dot product, broken: the blocks add up their parts well, and lose them at the last step.

**What happens.** Every thread multiplies two elements. The block adds up its products in shared
memory, with a barrier in each round, as in *Sum, shared*. In the end its first thread adds the
sum of the block to `total`. All barriers are where they belong, and most of the sum is missing.

**Why it goes wrong.** Inside a block everything is in order. But there are four blocks, and the
first threads of all of them come to the same number: they read it, add to it, and write it back.
If two read before either has written, one of the sums is lost.

**Why a barrier would not help.** `cuda.syncthreads()` makes the threads of a block wait, and these
four belong to four blocks. It never waits for other blocks: a GPU may run them in any order, or one
after the other if it is small.

**Where to look.** How large is the result, compared with what it should be? gpuviz names two
threads. What are their numbers in their blocks, and what are the numbers of the blocks?

**What to try.** Set the size to 256: one block, and the mistake is gone. Set it to 257: it is
back, though the second block has only one element. Copy the file and repair the one line, so
that a read, an addition and a write become one step that nobody can come between.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
MAX_BLOCK = (1024,)
THREADS = ("n",)
OUTPUTS = ("total",)
FLOPS = "2 * n"
BYTES = "8 * n + 8"
TOLERANCE = 1e-5

LARGEST_BLOCK = 1024
ZERO = np.float32(0)


@cuda.jit
def broken_dot(x, y, total):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    part[t] = x[i] * y[i] if i < x.size else ZERO
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        if t + half < active:
            part[t] += part[t + half]
        cuda.syncthreads()
        active = half
    if t == 0:
        total[0] += part[0]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.random(n, dtype=np.float32)
    y = rng.random(n, dtype=np.float32)
    return {"x": x, "y": y, "total": np.zeros(1, np.float64)}


def numpy_twin(x, y, total):
    total[0] = np.dot(x.astype(np.float64), y)


@njit
def one_thread(x, y, total):
    result = 0.0
    for i in range(x.size):
        result += x[i] * y[i]
    total[0] = result


@njit(parallel=True)
def all_threads(x, y, total):
    result = 0.0
    for i in prange(x.size):
        result += x[i] * y[i]
    total[0] = result


if __name__ == "__main__":
    x, y, total = inputs(1000, seed=0).values()
    d_x, d_y, d_total = cuda.to_device(x), cuda.to_device(y), cuda.to_device(total)
    broken_dot[4, 256](d_x, d_y, d_total)
    d_total.copy_to_host(total)
    print("right this time" if np.allclose(total[0], np.dot(x, y)) else "wrong")
