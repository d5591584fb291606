"""SAXPY: y = alpha * x + y with a grid-stride loop, so that any grid does any size.

**What happens.** Here a thread does not stop after one element. It starts at its own number,
`cuda.grid(1)`, and goes on in steps of `cuda.gridsize(1)`, the number of threads in the whole
grid, until the array ends. With 1024 threads, thread 5 does the elements 5, 1029, 2053 and 3077.
This is a *grid-stride loop*.

**Why the step is the whole grid.** In each round the threads of a warp still touch 32
neighbouring elements, so every round is coalesced. If each thread took four elements in a row
instead, the lanes of a warp would stand 16 bytes apart, and every load would touch four times as
many sectors.

**Why people write it so.** Any grid is right: one block or a thousand, fewer threads than
elements or more. No guard is needed, the loop is the guard. Work that is the same for every
element is done once per thread.

**Why it is slow all the same.** Two operations (a multiplication and an addition) for 12 bytes:
like vector add, it waits for memory. `y` is read and written, `x` is read.

**What to try.** By default the grid has a quarter as many threads as there are elements. Pin the
grid to 1 block and step through the rounds; the result stays right. Then make the grid so large
that every thread gets one element. Try a size that is no multiple of the threads: which threads
do one round less?
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 4000}
BLOCK = (256,)
THREADS = ("(n + 3) // 4",)
OUTPUTS = ("y",)
FLOPS = "2 * n"
BYTES = "12 * n"
TOLERANCE = 1e-6


@cuda.jit
def saxpy(alpha, x, y):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        y[i] = alpha * x[i] + y[i]


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.random(n, dtype=np.float32)
    y = rng.random(n, dtype=np.float32)
    return {"alpha": np.float32(2.5), "x": x, "y": y}


def numpy_twin(alpha, x, y):
    y += alpha * x


@njit
def one_thread(alpha, x, y):
    for i in range(x.size):
        y[i] = alpha * x[i] + y[i]


@njit(parallel=True)
def all_threads(alpha, x, y):
    for i in prange(x.size):
        y[i] = alpha * x[i] + y[i]


if __name__ == "__main__":
    alpha, x, y = inputs(1000, seed=0).values()
    expected = alpha * x + y
    d_x, d_y = cuda.to_device(x), cuda.to_device(y)
    saxpy[2, 128](alpha, d_x, d_y)
    d_y.copy_to_host(y)
    assert np.allclose(y, expected), "saxpy is wrong"
    print("saxpy is right")
