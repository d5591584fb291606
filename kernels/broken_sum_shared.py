"""Sum, shared, broken: a block adds up its elements in shared memory, but not always all of them.

**What happens.** Every thread puts its element into `part`. Then the upper half is added to the
lower half, again and again, as in *Sum, shared*. Run it: the sum may well be right, and still
gpuviz says that two threads get into each other's way. Find out how.

**Why nobody notices.** The 32 lanes of a warp often move together, and warps that start together
often stay together. A small block on an idle GPU gives the right sum a thousand times. More work
on the GPU, another compiler, a newer GPU, and one value is added before it is complete.

**Where to look.** Take thread 0 in the second round. It adds `part[64]`. Which thread stored that
number, in which round, and how does thread 0 know that it has happened?

**What to try.** `gpuviz run broken_sum_shared --schedule adversarial` runs the threads in an
order in which the sum comes out wrong. Set the block to 2 threads, then to 4: with 2 the mistake
is gone. Why? Copy the file and repair it with one line. Mind where the line stands: inside the
`if` it would be another mistake.
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
BLOCK = (256,)
MAX_BLOCK = (1024,)
THREADS = ("n",)
OUTPUTS = ("total",)
FLOPS = "n"
BYTES = "4 * n + 8"
TOLERANCE = 1e-5

LARGEST_BLOCK = 1024
ZERO = np.float32(0)


@cuda.jit
def broken_sum_shared(x, total):
    part = cuda.shared.array(LARGEST_BLOCK, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    part[t] = x[i] if i < x.size else ZERO
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        if t + half < active:
            part[t] += part[t + half]
        active = half
    if t == 0:
        cuda.atomic.add(total, 0, part[0])


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "total": np.zeros(1, np.float64)}


def numpy_twin(x, total):
    total[0] = x.sum(dtype=np.float64)


@njit
def one_thread(x, total):
    result = 0.0
    for i in range(x.size):
        result += x[i]
    total[0] = result


@njit(parallel=True)
def all_threads(x, total):
    result = 0.0
    for i in prange(x.size):
        result += x[i]
    total[0] = result


if __name__ == "__main__":
    x, total = inputs(1000, seed=0).values()
    d_x, d_total = cuda.to_device(x), cuda.to_device(total)
    broken_sum_shared[4, 256](d_x, d_total)
    d_total.copy_to_host(total)
    print("right this time" if np.allclose(total[0], x.sum(dtype=np.float64)) else "wrong")
