"""Stencil, broken: each element becomes the mean of itself and its two neighbours, almost.

**What happens.** A *stencil* computes an element from its neighbourhood. Each of the three values
is wanted by three threads, so the block loads its part of x into shared memory once and reads it
there. The part needs one element more on each side, the *halo*, because the first and the last
thread of the block have a neighbour that belongs to another block. Beyond the ends of x the
values are 0.

**Why it goes wrong.** A few elements of y are wrong, always the same ones, and gpuviz finds a
read of shared memory that nobody has written. Shared memory is not emptied before a kernel
starts: what is read there are leftovers of whatever ran before. On a fresh GPU these may be
zeros, or even the right numbers from the last run of this very kernel.

**Where to look.** Which elements of y are wrong? They are as far apart as a block is long. Which
element of `tile` do their threads read, and which thread should have filled it?

**What to try.** Set the size to 256 and then to 257: with 256 the result is right, although the
same read takes place. Why is that no comfort? Choose the thread that should fill the right end of
the halo and step through its lines. Copy the file and repair the one condition. *Heat, 1D* is
the same kernel without the mistake.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
MAX_BLOCK = (1024,)
THREADS = ("n",)
OUTPUTS = ("y",)
FLOPS = "3 * n"
BYTES = "8 * n"
TOLERANCE = 1e-5

TILE = 1024 + 2  # a block and its halo
ZERO = np.float32(0)
THIRD = np.float32(1 / 3)


@cuda.jit
def broken_stencil(x, y):
    tile = cuda.shared.array(TILE, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    tile[t + 1] = x[i] if i < x.size else ZERO
    if t == 0:
        tile[0] = x[i - 1] if 0 < i <= x.size else ZERO
    if t == cuda.blockDim.x:
        tile[t + 2] = x[i + 1] if i + 1 < x.size else ZERO
    cuda.syncthreads()
    if i < y.size:
        y[i] = (tile[t] + tile[t + 1] + tile[t + 2]) * THIRD


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = x
    y[1:] += x[:-1]
    y[:-1] += x[1:]
    y *= THIRD


@njit
def one_thread(x, y):
    for i in range(y.size):
        left = x[i - 1] if i > 0 else ZERO
        right = x[i + 1] if i + 1 < x.size else ZERO
        y[i] = (left + x[i] + right) * THIRD


@njit(parallel=True)
def all_threads(x, y):
    for i in prange(y.size):
        left = x[i - 1] if i > 0 else ZERO
        right = x[i + 1] if i + 1 < x.size else ZERO
        y[i] = (left + x[i] + right) * THIRD


if __name__ == "__main__":
    x, y = inputs(1000, seed=0).values()
    expected = np.zeros_like(y)
    numpy_twin(x, expected)
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    broken_stencil[4, 256](d_x, d_y)
    d_y.copy_to_host(y)
    print("right this time" if np.allclose(y, expected) else "wrong")
