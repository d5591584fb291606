"""Slope, broken: y[i] = x[i + 1] - x[i] through shared memory, which is too small by one.

**What happens.** Each thread needs its own element and the next one. The threads of a block put
their elements into `tile`, wait for each other, and take both from there. Nearly all slopes are
right. Every 256th is wrong, and gpuviz finds a read beyond the end of `tile`.

**Why it is off by one.** 256 slopes need 257 points. It is the oldest mistake of all: a fence of
ten boards has eleven posts.

**Why the GPU may say nothing.** Shared memory is one piece, which the arrays of a kernel share.
Behind the end of one of them lies the next, or a part that belongs to nobody. The read brings in
some number, the launch goes on, and the curve has a kink.

**Where to look.** Which slopes are wrong? Which thread of its block makes them, and which element
of `tile` does it want? Nobody has loaded that element, and there is no place for it either.

**What to try.** Set the block to 128: the same slopes at the seams are wrong, but gpuviz now says
that an element was *never written*. Why is it another message? Copy the file and repair it. You
need a larger tile, and a thread that fills it.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
MAX_BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("y",)
FLOPS = "n"
BYTES = "8 * n"
TOLERANCE = 1e-6

TILE = 256


@cuda.jit
def broken_slope(x, y):
    tile = cuda.shared.array(TILE, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if i < x.size:
        tile[t] = x[i]
    cuda.syncthreads()
    if i + 1 < x.size:
        y[i] = tile[t + 1] - tile[t]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:-1] = x[1:] - x[:-1]
    y[-1] = 0  # behind the last point there is nothing to climb to


@njit
def one_thread(x, y):
    for i in range(y.size - 1):
        y[i] = x[i + 1] - x[i]
    y[-1] = 0


@njit(parallel=True)
def all_threads(x, y):
    for i in prange(y.size - 1):
        y[i] = x[i + 1] - x[i]
    y[-1] = 0


if __name__ == "__main__":
    x, y = inputs(1000, seed=0).values()
    expected = np.zeros_like(y)
    numpy_twin(x, expected)
    d_x, d_y = cuda.to_device(x), cuda.to_device(y)
    broken_slope[4, 256](d_x, d_y)
    d_y.copy_to_host(y)
    print("right this time" if np.allclose(y, expected) else "wrong")
