"""Barrier, broken: y[i] = x[i] - x[i - 1] through shared memory, and some threads never arrive.

**What happens.** Each thread needs its own element and the one before it. The threads of a block
put their elements into shared memory, wait for each other, and take the neighbour's from there.
The last block has more threads than elements. The author has thought of that, and still gpuviz
finds a mistake.

**Why nobody notices.** GPUs since compute capability 7.0 do not wait for threads that have ended,
so the result is mostly right. But where a part of a warp waits and the rest of it never comes,
nothing is defined. With other code behind the branch the block may wait for ever, and the program
with it.

**Where to look.** gpuviz names a thread that waits and one that does not come. Both are in the
same block: which block is it, and what is different there from the blocks before it?

**What to try.** Set the size to 1024 and to 768: the mistake is gone. Which sizes bring it back?
Copy the file and repair it. What stands before the barrier needs a guard, and so does what stands
behind it, but the barrier itself must have none.
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
def broken_barrier(x, y):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if i < x.size:
        part[t] = x[i]
        cuda.syncthreads()
        if t > 0:
            y[i] = x[i] - part[t - 1]
        elif i > 0:  # the element before it belongs to another block
            y[i] = x[i] - x[i - 1]
        else:
            y[i] = x[i]


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
    d_x = cuda.to_device(x)
    d_y = cuda.device_array_like(y)
    broken_barrier[4, 256](d_x, d_y)
    d_y.copy_to_host(y)
    print("right this time" if np.allclose(y[1:], x[1:] - x[:-1]) else "wrong")
