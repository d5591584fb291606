"""Managed memory: one array for host and GPU, no copy in the program, and one wait that counts.

**What happens.** `cuda.managed_array` makes an array that both sides may use by the same name: the
host writes x into it, a kernel doubles it, another adds 1, and the host reads the result. The
program has no copy at all. It is also called *unified memory*, and in C `cudaMallocManaged`.

**Who copies then.** The driver does. Memory is divided into *pages*, and a page lies on one side at
a time. When the host touches a page that lies on the GPU, or a kernel one that lies on the host,
the access stops (a *page fault*), the page moves, and the access goes on. On GPUs before Pascal,
and under Windows, the driver moves all pages before each launch instead.

**Why there has to be a wait.** A launch returns at once. Who reads the array then may find it half
done: no copy stands in between that would wait, as `copy_to_host` does. So `cuda.synchronize()`
comes before the host reads. It is the mistake that everybody makes once with managed memory.

**Why it is not always slower, nor faster.** Many small moves cost more than one large copy. A
program that touches little of a large array moves only that part. And an array may be larger than
the memory of the GPU. Programs that need the speed tell the driver in advance what will be needed
where (`cudaMemPrefetchAsync`), which is a copy again.

**What gpuviz knows of it.** The emulator has one memory for both sides, so no page moves. Its
timeline shows the two kernels and no copy, and the time of the moves is *not* in it: we know of no
published figures for it that hold on other computers. On a GPU it is measured as a part of what
waits for it.

**What to try.** Look at the timeline: which lanes are empty, and why is that no proof of speed?
Compare with *Pinned memory*, which has its copies in its lines. In a copy of the file move
`cuda.synchronize()` behind the last line: on the emulator the result stays right. What may a GPU
do? (Numba's simulator has no managed arrays.)
"""

import numpy as np
from numba import cuda, njit, prange

SIZES = {"n": 1000}
OUTPUTS = ("y",)
FLOPS = "2 * n"
BYTES = "8 * n"
TOLERANCE = 1e-6

THREADS_OF_A_BLOCK = 256


@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] * np.float32(2)


@cuda.jit
def add_one(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] + np.float32(1)


def pipeline(x, y):
    shared = cuda.managed_array(x.shape, np.float32)
    shared[:] = x  # the host writes into it ..
    blocks = (x.size + THREADS_OF_A_BLOCK - 1) // THREADS_OF_A_BLOCK
    double[blocks, THREADS_OF_A_BLOCK](shared)
    add_one[blocks, THREADS_OF_A_BLOCK](shared)
    cuda.synchronize()  # until the kernels are done
    y[:] = shared  # .. and reads from it


def inputs(n, seed):
    rng = np.random.default_rng(seed)
    return {"x": rng.random(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = np.float32(2) * x + np.float32(1)


@njit
def one_thread(x, y):
    for i in range(x.size):
        y[i] = np.float32(2) * x[i] + np.float32(1)


@njit(parallel=True)
def all_threads(x, y):
    for i in prange(x.size):
        y[i] = np.float32(2) * x[i] + np.float32(1)


if __name__ == "__main__":
    x, y = inputs(1000, seed=0).values()
    pipeline(x, y)
    assert np.allclose(y, 2 * x + 1), "managed_memory is wrong"
    print("managed_memory is right")
